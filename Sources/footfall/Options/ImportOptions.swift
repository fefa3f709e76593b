internal import ArgumentParser
internal import Foundation
internal import VisitPipeline
internal import VisitStore

struct ImportOptions: ParsableArguments {
    @Argument(help: "The file to import; - for standard input.")
    var file: String

    @Option(
        name: .customLong("map"),
        help: ArgumentHelp(
            "Read a field from this column, for instance latitude=LAT_DD; with nothing after the =, from no column.",
            valueName: "field=column"
        )
    )
    var mappings: [String] = []

    @Flag(help: "Import nothing if any row is unusable.")
    var strict = false

    @Flag(help: "Print what would be done, and write nothing.")
    var dryRun = false

    @Option(
        name: .customLong("report"),
        help: ArgumentHelp("Write every diagnostic to this file as JSON.", valueName: "file.json")
    )
    var reportFile: String?

    /// Opens the database after checking that the file can be read.
    func open(_ database: DatabaseOptions, _ console: Console) throws -> VisitStore {
        if file != "-" { try InputCheck.readable([file]) }
        return dryRun ? try database.openForTrial(console) : try database.openOrCreate(console)
    }

    func mode(replaces: Bool) -> ImportMode {
        ImportMode(isStrict: strict, isDryRun: dryRun, replaces: replaces)
    }
}

enum InputCheck {
    /// Checks that every file can be read before the first is, so that a misspelt last name fails at once.
    ///
    /// Throws `CommandFailure` with status 66, which names the first that can't be read.
    static func readable(_ files: [String]) throws {
        for file in files where !FileManager.default.isReadableFile(atPath: file) {
            let exists = FileManager.default.fileExists(atPath: file)
            throw CommandFailure(.noInput, "\(file): \(exists ? "can't be read" : "there is no such file")")
        }
    }

    /// Checks the number of an option; a missing one is valid.
    static func range(_ option: String, _ number: Int?, _ range: ClosedRange<Int>) throws {
        guard let number, !range.contains(number) else { return }
        throw ArgumentParser.ValidationError(
            "\(option) is \(number), expected \(range.lowerBound) to \(range.upperBound)"
        )
    }
}

struct DatabaseOptions: ParsableArguments {
    @Option(
        name: .customLong("database"),
        help: ArgumentHelp("The database (default: FOOTFALL_DATABASE of the environment).", valueName: "file")
    )
    var file: String?

    /// Opens the database to write to it, creating it where there is none, and finishes an interrupted erasure.
    func openOrCreate(_ console: Console) throws -> VisitStore {
        let store = try Self.store(path(console), console)
        Self.finishErasing(store, console)
        return store
    }

    /// Opens the database for the service, creating it where there is none; the service logs what became of its schema.
    ///
    /// The service finishes an interrupted erasure itself, once it is the only one.
    func openToServe(_ console: Console) throws -> VisitStore { try VisitStore(path: path(console)) }

    /// Opens the database for a dry run; a temporary one where there is none.
    func openForTrial(_ console: Console) throws -> VisitStore {
        let path = try path(console)
        let exists = FileManager.default.fileExists(atPath: path)
        return exists ? try Self.store(path, console) : try VisitStore.temporary()
    }

    /// Opens an existing database; creating one for a misspelt name would give empty results that look right.
    func open(_ console: Console) throws -> VisitStore { try Self.store(existingPath(console), console) }

    /// The file that is named; throws `CommandFailure` where there is none.
    func existingPath(_ console: Console) throws -> String {
        let path = try path(console)
        guard FileManager.default.fileExists(atPath: path) else {
            throw CommandFailure(
                .noInput,
                "there is no database `\(path)`; create one with `footfall facilities import FILE`, or give another"
            )
        }
        return path
    }

    /// Opens an existing database to write to it, and finishes an interrupted erasure.
    func openToWrite(_ console: Console) throws -> VisitStore {
        let store = try open(console)
        Self.finishErasing(store, console)
        return store
    }

    private static func store(_ path: String, _ console: Console) throws -> VisitStore {
        let store = try VisitStore(path: path)
        if let upgrade = store.upgrade { console.errors("note: \(UpgradeDisplay.sentence(upgrade))") }
        return store
    }

    /// Errors are reported only, because they do not concern the command.
    private static func finishErasing(_ store: VisitStore, _ console: Console) {
        do {
            guard try store.privacy.finishErasing() else { return }
            console.errors("note: finished an erasure that was interrupted; the file has no trace of it")
        } catch {
            console.errors("warning: an erasure that was interrupted can't be finished: \(error)")
        }
    }

    /// The file that is named, by the option or the environment; throws `CommandFailure` where none is.
    func path(_ console: Console) throws -> String {
        let named = file ?? console.environment["FOOTFALL_DATABASE"] ?? ""
        guard !named.isEmpty else {
            throw CommandFailure(
                .usage,
                "no database is given; use --database FILE or the environment variable FOOTFALL_DATABASE"
            )
        }
        return named
    }
}
