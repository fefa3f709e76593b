internal import ArgumentParser

/// Removes the review of a visit.
struct VisitsClear: Command {
    static let configuration = CommandConfiguration(
        commandName: "clear",
        abstract: "Take back what was decided and noted about a visit: it is again what the fixes make of it."
    )

    @OptionGroup var options: ReviewOptions

    func run(_ console: Console) throws {
        try options.clear(console)
    }
}
