internal import ArgumentParser
internal import VisitModel

/// Declines a visit.
struct VisitsDecline: Command {
    static let configuration = CommandConfiguration(
        commandName: "decline",
        abstract: "Decline a visit; it is not counted."
    )

    @OptionGroup var options: ReviewOptions

    @Option(help: ArgumentHelp("Why.", valueName: "text"))
    var note: String?

    func run(_ console: Console) throws {
        try options.review(.declined, note: note, console)
    }
}
