internal import ArgumentParser
internal import GeofenceEngine
internal import Tables
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct VisitsShow: Command {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show why a visit was or was not counted.",
        discussion: """
            The verdict with its reason, the times with their bounds, and what influenced the confidence. --html writes \
            a page with a map of the fence and the fixes, and a strip of time; it has no script and loads nothing.
            """
    )

    @Argument(help: "The visit's id.", transform: Transforms.identifier)
    var id: VisitID

    @Option(help: ArgumentHelp("Write a page with the picture of the visit.", valueName: "file"))
    var html: String?

    @Option(help: ArgumentHelp("The thresholds: standard, bare or a YAML file.", valueName: "name|file.yaml"))
    var policy = "standard"

    @OptionGroup var format: FormatOptions
    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        if let html { try ResultFile.checkWritable(html) }
        let pipeline = try VisitPipeline(store: database.open(console), policy: EvaluationPolicy.named(policy))
        guard let details = try pipeline.details(of: id) else {
            throw CommandFailure(.data, "there is no visit `\(id)`; `footfall visits list` lists all of them")
        }
        try console.record(.read, .member(details.visit.member), in: pipeline.store)
        if let html {
            try ResultFile.write(VisitPage(details: details).html(), to: html)
            return console.errors("\(html) has the page")
        }
        switch format.format {
        case .table:
            try console.print("\(details.sentence).")
            let facts = VisitPage.facts(details)
            let width = facts.map(\.name.count).max() ?? 0
            for fact in facts {
                try console.print(fact.name + String(repeating: " ", count: width - fact.name.count + 2) + fact.value)
            }
            for reason in details.visit.why { try console.print("- \(reason)") }
        case .json, .csv:
            let columns = VisitDisplay.columns + [Column("sentence", in: .programs) { _ in .text(details.sentence) }]
            let member = try pipeline.store.visits.memberDetails(of: [details.visit.id])[details.visit.id]
            let row = ListedVisit(
                details.visit,
                memberName: member?.name,
                group: member?.group,
                facilityName: details.facility.name,
                timeZone: details.fence.timeZone,
                review: details.review
            )
            try Report<ListedVisit>.writeOne(row, columns, format.format, to: console.output)
        }
    }
}
