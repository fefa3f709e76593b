internal import ArgumentParser

/// Removes the review of a visit.
struct VisitsClear: Command {
    static let configuration = CommandConfiguration(
        commandName: "clear",
        abstract: "Clear the decision and the note on a visit: its status is again the one computed from the fixes."
    )

    @OptionGroup var options: ReviewOptions

    func run(_ console: Console) throws {
        try options.clear(console)
    }
}
