internal import ArgumentParser
internal import Foundation
internal import VisitStore

/// Which database a command works on.
struct DatabaseOptions: ParsableArguments {
    @Option(
        name: .customLong("database"),
        help: ArgumentHelp("The database (default: the environment's FOOTFALL_DATABASE).", valueName: "file")
    )
    var file: String?

    /// Opens the database, and makes it where there is none.
    func openOrCreate(_ console: Console) throws -> VisitStore {
        try VisitStore(path: path(console))
    }

    /// Opens the database for a trial: a throw-away one where there is none.
    func openForTrial(_ console: Console) throws -> VisitStore {
        let path = try path(console)
        return FileManager.default.fileExists(atPath: path) ? try VisitStore(path: path) : try VisitStore.temporary()
    }

    /// Opens a database that is there: an empty answer out of a misspelt name would look like the truth.
    func open(_ console: Console) throws -> VisitStore {
        let path = try path(console)
        guard FileManager.default.fileExists(atPath: path) else {
            throw CommandFailure(
                .noInput,
                "there is no database `\(path)`; make one with `footfall facilities import FILE`, or name another"
            )
        }
        return try VisitStore(path: path)
    }

    private func path(_ console: Console) throws -> String {
        let named = file ?? console.environment["FOOTFALL_DATABASE"] ?? ""
        guard !named.isEmpty else {
            throw CommandFailure(
                .usage,
                "no database is named; name one with --database FILE or in the environment's FOOTFALL_DATABASE"
            )
        }
        return named
    }
}
