internal import ArgumentParser
internal import GeofenceEngine
internal import Tables
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct VisitsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "visits",
        abstract: "List, explain and correct visits.",
        discussion: """
            A person's decision about a visit overrides every later evaluation until it is cleared, and is sent to the \
            webhook endpoints.
            """,
        subcommands: [
            VisitsList.self, VisitsQueue.self, VisitsShow.self, VisitsTerms.self, VisitsConfirm.self,
            VisitsDecline.self, VisitsAdd.self,
            VisitsMove.self, VisitsNote.self, VisitsClear.self, VisitsUndo.self,
        ],
        defaultSubcommand: VisitsList.self
    )
}

struct VisitsList: Command {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List visits, by time of entry.",
        discussion: "Every visit is listed, counted or not, with the reason if it is not counted."
    )

    @Option(help: ArgumentHelp("Only visits of this local month.", valueName: "yyyy-mm"), transform: Transforms.month)
    var month: Month?

    @Option(help: "Only those of this member.", transform: Transforms.identifier)
    var member: MemberID?

    @Option(help: "Only those at this facility.", transform: Transforms.identifier)
    var facility: FacilityID?

    @Option(
        help: "Only visits with this verdict, for instance `unproven`; may be repeated.",
        transform: Transforms.verdict
    )
    var verdict: [Visit.Verdict] = []

    @Flag(help: "Include withdrawn visits.")
    var all = false

    @OptionGroup var format: FormatOptions
    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        let store = try database.open(console)
        if let member, try store.members.find(member) == nil { throw CommandFailure.noMember(member) }
        if let facility, try store.facilities.find(facility) == nil {
            throw CommandFailure(
                .data,
                "there is no facility `\(facility)`; `footfall facilities list` lists all of them"
            )
        }
        let filter = VisitFilter(
            month: month,
            member: member,
            facility: facility,
            verdicts: Set(verdict),
            includesWithdrawn: all
        )
        if let member { try console.record(.read, .member(member), in: store) }
        var report = Report(VisitDisplay.columns, format.format, to: console.output)
        var counted = 0
        try store.forEachListedVisit(matching: filter) { row in
            counted += row.visit.isCounted ? 1 : 0
            try report.add(row)
        }
        try report.end(note: "\(CountText.of(report.count, "visit")), \(counted) counted")
    }
}

struct VisitsQueue: Command {
    static let configuration = CommandConfiguration(
        commandName: "queue",
        abstract: "List the visits that wait for a person, the surest first.",
        discussion: """
            As the page /review does. `decide` has visits whose confidence is too low (unproven), for which another facility is \
            more likely (ambiguous), or whose fixes are doubtful: they do not count until they are confirmed, and leave the \
            queue with a decision. `acknowledge` has visits that count, with doubts that a person should know of; a note \
            is enough.
            """
    )

    @Option(help: "The queue: decide or acknowledge.")
    var queue = ReviewQueue.decide

    @Option(help: ArgumentHelp("Only visits of this local month.", valueName: "yyyy-mm"), transform: Transforms.month)
    var month: Month?

    @Option(help: ArgumentHelp("At most this many.", valueName: "n"))
    var limit = 100

    @OptionGroup var format: FormatOptions
    @OptionGroup var database: DatabaseOptions

    func validate() throws { try InputCheck.range("--limit", limit, 1...100_000) }

    func run(_ console: Console) throws {
        let store = try database.open(console)
        let count = try store.visits.count(queue, month: month)
        var report = Report(VisitDisplay.columns, format.format, to: console.output)
        for visit in try store.queuedVisits(queue, month: month, limit: limit) { try report.add(visit) }
        try report.end(note: "\(CountText.of(count, "visit")) \(count == 1 ? "waits" : "wait")")
    }
}

extension ReviewQueue: ExpressibleByArgument {}

struct VisitsTerms: Command {
    static let configuration = CommandConfiguration(
        commandName: "terms",
        abstract: "List the terms of each visit's confidence.",
        discussion: """
            One column for each term of the model, before its weight (see the `confidence` group of `footfall \
            policy`). Benchmarks/accuracy/fit-confidence fits the weights. The terms are those of the visit's own stay; \
            between neighbouring facilities its confidence has the share of its stay point too.
            """
    )

    @Option(help: ArgumentHelp("Only visits of this local month.", valueName: "yyyy-mm"), transform: Transforms.month)
    var month: Month?

    @Option(help: "Only those of this member.", transform: Transforms.identifier)
    var member: MemberID?

    @OptionGroup var format: FormatOptions
    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        let pipeline = try VisitPipeline(store: database.open(console))
        var visits: [Visit] = []
        try pipeline.store.visits.forEach(matching: VisitFilter(month: month, member: member)) { visits.append($0) }
        var report = Report(Self.columns, format.format, to: console.output)
        for visit in visits {
            guard let terms = try pipeline.confidenceTerms(of: visit) else { continue }
            try report.add(Row(visit: visit, terms: terms))
        }
        try report.end(note: CountText.of(report.count, "visit"))
    }

    private struct Row: Sendable {
        let visit: Visit
        let terms: StayTerms
    }

    private static let columns: [Column<Row>] =
        [
            Column("visit_id") { .text($0.visit.id.text) },
            Column("confidence", isRightAligned: true) { .optional($0.visit.assessment?.confidence, decimals: 2) },
        ]
        + Visit.Term.allCases.map { term in
            Column(term.rawValue, isRightAligned: true) { .number($0.terms[term], decimals: 4) }
        }
}
