internal import ArgumentParser
internal import VisitModel

/// Confirms a visit.
struct VisitsConfirm: Command {
    static let configuration = CommandConfiguration(
        commandName: "confirm",
        abstract: "Confirm a visit, whatever its confidence; it is counted."
    )

    @OptionGroup var options: ReviewOptions

    @Option(help: ArgumentHelp("Why.", valueName: "text"))
    var note: String?

    func run(_ console: Console) throws {
        try options.review(.confirmed, note: note, console)
    }
}
