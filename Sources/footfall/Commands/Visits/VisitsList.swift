internal import ArgumentParser
internal import VisitModel
internal import VisitStore

/// Lists the visits.
struct VisitsList: Command {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List visits, by time of entry.",
        discussion: "Every stay is listed, counted or not, with the reason if it is not counted."
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
        if let member, try store.member(member) == nil {
            throw CommandFailure(.data, "there is no member `\(member)`; `footfall members list` lists all of them")
        }
        if let facility, try store.facility(facility) == nil {
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
        var report = Report(VisitDisplay.columns, format.format, to: console.output)
        var counted = 0
        try report.begin()
        try store.eachVisit(filter) { visit in
            counted += visit.isCounted ? 1 : 0
            try report.add(visit)
        }
        try report.end(note: "\(report.count == 1 ? "1 stay" : "\(report.count) stays"), \(counted) counted")
    }
}
