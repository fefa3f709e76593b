internal import ArgumentParser
internal import VisitPipeline
internal import VisitStore

/// The options shared by the imports.
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

    @Option(help: ArgumentHelp("Write every diagnostic to this file as JSON.", valueName: "file.json"))
    var report: String?

    /// Opens the database after checking that the file can be read.
    func open(_ database: DatabaseOptions, _ console: Console) throws -> VisitStore {
        if file != "-" { try InputCheck.readable([file]) }
        return dryRun ? try database.openForTrial(console) : try database.openOrCreate(console)
    }

    /// The import mode of the flags.
    func mode(replaces: Bool) -> ImportMode {
        ImportMode(isStrict: strict, isDryRun: dryRun, replaces: replaces)
    }
}
