internal import ArgumentParser
internal import SQLiteStorage
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct VisitsAdd: Command {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a visit that no phone proves; it is counted.",
        discussion: """
            No later evaluation removes it. What fixes show of the same stay, now or later, does not count beside it. Times \
            without an offset from UTC, such as 2026-03-12T18:00, are those of the facility's clocks.
            """
    )

    @Option(help: "Whose visit.", transform: Transforms.identifier)
    var member: MemberID

    @Option(help: "Where.", transform: Transforms.identifier)
    var facility: FacilityID

    @Option(help: ArgumentHelp("When the member entered.", valueName: "time"))
    var entered: String

    @Option(help: ArgumentHelp("When the member left.", valueName: "time"))
    var exited: String

    @OptionGroup var options: AdditionOptions

    func run(_ console: Console) throws {
        let pipeline = try options.pipeline(console)
        let stay = try pipeline.stay(of: member, at: facility, entered: entered, exited: exited)
        try options.add(.missed(stay), pipeline, console)
    }
}

struct VisitsMove: Command {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Move a visit to another facility.",
        discussion: """
            The visit is declined, and one of the same times is added at the other facility. Undoing at either takes the \
            move back.
            """
    )

    @Argument(help: "The visit's id.", transform: Transforms.identifier)
    var id: VisitID

    @Option(help: "The facility at which it was.", transform: Transforms.identifier)
    var facility: FacilityID

    @OptionGroup var options: AdditionOptions

    func run(_ console: Console) throws {
        try options.add(.moved(id, to: facility), options.pipeline(console), console)
    }
}

struct AdditionOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Why.", valueName: "text"))
    var note: String?

    @Option(
        help: ArgumentHelp(
            "What becomes of counted visits of the member at this time; without it such an addition is refused.",
            valueName: "decline|keep"
        )
    )
    var overlap: VisitAddition.Overlap?

    @OptionGroup var database: DatabaseOptions

    func pipeline(_ console: Console) throws -> VisitPipeline {
        try VisitPipeline(store: database.openToWrite(console))
    }

    func add(_ subject: AdditionRequest.Subject, _ pipeline: VisitPipeline, _ console: Console) throws {
        let request = AdditionRequest(
            subject,
            note: note,
            overlap: overlap,
            reviewer: "command line",
            reviewerName: console.userName,
            at: console.now()
        )
        let visit: Visit
        do {
            visit = try pipeline.add(request, to: pipeline.store, recordedFor: console.accessCaller).visit
        } catch let error as StorageError where error.code == .overlappingVisit {
            // The message names another visit of the member.
            try console.record(
                .read,
                .member(pipeline.stay(of: subject, in: pipeline.store).member),
                in: pipeline.store
            )
            throw error
        }
        try console.print("\(visit.id) is added: \(visit.facility), \(visit.enteredAt) to \(visit.end), counted")
    }
}

extension VisitAddition.Overlap: ExpressibleByArgument {}
