internal import ArgumentParser
internal import VisitStore

/// Copies the database to a file.
struct BackupCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the database to a file; other processes can keep writing to it.",
        discussion: """
            The copy is a snapshot of this moment. It is checked before it is renamed to its final name, and only its \
            owner may read it. The key file of the webhook endpoints is not part of it: back that file up separately.
            """
    )

    @Argument(help: "The file to create.")
    var file: String

    @Flag(help: "Replace an existing file.")
    var replace = false

    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        try database.open(console).backup(to: file, replacing: replace)
        try console.print("backed up to \(file)")
    }
}
