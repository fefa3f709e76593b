internal import ArgumentParser

/// Adds a note to a visit.
struct VisitsNote: Command {
    static let configuration = CommandConfiguration(
        commandName: "note",
        abstract: "Note something about a visit; what was decided about it stays."
    )

    @OptionGroup var options: ReviewOptions

    @Argument(help: "What to note.")
    var text: String

    func run(_ console: Console) throws {
        try options.review(nil, note: text, console)
    }
}
