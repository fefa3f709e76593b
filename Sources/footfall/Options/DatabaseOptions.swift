internal import ArgumentParser
internal import Foundation
internal import VisitStore

/// The database of a command.
struct DatabaseOptions: ParsableArguments {
    @Option(
        name: .customLong("database"),
        help: ArgumentHelp("The database (default: FOOTFALL_DATABASE of the environment).", valueName: "file")
    )
    var file: String?

    /// Opens the database, creating it where there is none.
    func openOrCreate(_ console: Console) throws -> VisitStore {
        try VisitStore(path: path(console))
    }

    /// Opens the database for a dry run; a temporary one where there is none.
    func openForTrial(_ console: Console) throws -> VisitStore {
        let path = try path(console)
        return FileManager.default.fileExists(atPath: path) ? try VisitStore(path: path) : try VisitStore.temporary()
    }

    /// Opens an existing database; creating one for a misspelt name would give empty results that look right.
    func open(_ console: Console) throws -> VisitStore {
        let path = try path(console)
        guard FileManager.default.fileExists(atPath: path) else {
            throw CommandFailure(
                .noInput,
                "there is no database `\(path)`; create one with `footfall facilities import FILE`, or give another"
            )
        }
        return try VisitStore(path: path)
    }

    private func path(_ console: Console) throws -> String {
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
