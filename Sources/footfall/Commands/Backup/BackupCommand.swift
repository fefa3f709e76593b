internal import ArgumentParser
internal import VisitStore

/// Copies the database to a file.
struct BackupCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the database as it is at this moment to a file, while others go on writing.",
        discussion: """
            The copy is checked before it gets its name, and only its owner may read it. The key file of the webhook endpoints \
            is not part of it: keep that one apart.
            """
    )

    @Argument(help: "The file to make.")
    var file: String

    @Flag(help: "Replace a file that is there.")
    var replace = false

    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        try database.open(console).backup(to: file, replacing: replace)
        try console.print("backed up to \(file)")
    }
}
