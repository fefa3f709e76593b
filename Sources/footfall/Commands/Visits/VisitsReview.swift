internal import ArgumentParser
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct VisitsConfirm: Command {
    static let configuration = CommandConfiguration(
        commandName: "confirm",
        abstract: "Confirm a visit, whatever its confidence; it is counted."
    )

    @OptionGroup var options: ReviewOptions

    @Option(help: ArgumentHelp("Why.", valueName: "text"))
    var note: String?

    func run(_ console: Console) throws { try options.change(.set(decision: .confirmed, note: note), console) }
}

struct VisitsDecline: Command {
    static let configuration = CommandConfiguration(
        commandName: "decline",
        abstract: "Decline a visit; it is not counted."
    )

    @OptionGroup var options: ReviewOptions

    @Option(help: ArgumentHelp("Why.", valueName: "text"))
    var note: String?

    func run(_ console: Console) throws { try options.change(.set(decision: .declined, note: note), console) }
}

struct VisitsNote: Command {
    static let configuration = CommandConfiguration(
        commandName: "note",
        abstract: "Set the note on a visit; a decision about it stays."
    )

    @OptionGroup var options: ReviewOptions

    @Argument(help: "The text of the note.")
    var text: String

    func run(_ console: Console) throws { try options.change(.set(decision: nil, note: text), console) }
}

struct VisitsClear: Command {
    static let configuration = CommandConfiguration(
        commandName: "clear",
        abstract: "Clear the decision and the note on a visit: its status is again the one computed from the fixes."
    )

    @OptionGroup var options: ReviewOptions

    func run(_ console: Console) throws { try options.change(.clear, console) }
}

struct VisitsUndo: Command {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Undo the last change of a visit's review; undoing that repeats it."
    )

    @OptionGroup var options: ReviewOptions

    func run(_ console: Console) throws { try options.change(.undo, console) }
}

struct ReviewOptions: ParsableArguments {
    @Argument(help: "The visit's id.", transform: Transforms.identifier)
    var id: VisitID

    @OptionGroup var database: DatabaseOptions

    func change(_ change: VisitReview.Edit.Change, _ console: Console) throws {
        let store = try database.openToWrite(console)
        let edit = VisitReview.Edit(
            change,
            reviewer: "command line",
            reviewerName: console.userName,
            at: console.now()
        )
        let reviewed = try store.visits.review(
            id,
            edit,
            publishing: OutboxSettings(.standard, at: edit.at),
            recordedFor: console.accessCaller
        )
        let (visit, review) = (reviewed.visit, reviewed.review)
        let counted = visit.isCounted ? "counted" : "not counted (\(visit.verdict.rawValue))"
        let decision = review?.decision?.rawValue ?? (review == nil ? "cleared" : "noted")
        try console.print("\(id) is \(decision): \(visit.status.rawValue), \(counted)")
    }
}
