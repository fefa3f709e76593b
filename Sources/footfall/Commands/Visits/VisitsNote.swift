internal import ArgumentParser

/// Adds a note to a visit.
struct VisitsNote: Command {
    static let configuration = CommandConfiguration(
        commandName: "note",
        abstract: "Add a note to a visit; a decision about it stays."
    )

    @OptionGroup var options: ReviewOptions

    @Argument(help: "The text of the note.")
    var text: String

    func run(_ console: Console) throws {
        try options.review(nil, note: text, console)
    }
}
