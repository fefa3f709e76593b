internal import ArgumentParser
internal import GeofenceEngine
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// Lists the confidence terms of each visit.
struct VisitsTerms: Command {
    static let configuration = CommandConfiguration(
        commandName: "terms",
        abstract: "List the terms of each visit's confidence.",
        discussion: """
            One column for each term of the model, before its weight (see the `confidence` group of `footfall \
            policy`). Benchmarks/accuracy/fit-confidence fits the weights.
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
        try pipeline.store.eachVisit(VisitFilter(month: month, member: member)) { visits.append($0) }
        var report = Report(Self.columns, format.format, to: console.output)
        try report.begin()
        for visit in visits {
            guard let terms = try pipeline.confidenceTerms(of: visit) else { continue }
            try report.add(Row(visit: visit, terms: terms))
        }
        try report.end(note: report.count == 1 ? "1 visit" : "\(report.count) visits")
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
