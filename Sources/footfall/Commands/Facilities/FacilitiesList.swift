internal import ArgumentParser
internal import VisitModel
internal import VisitStore

/// Lists the facilities.
struct FacilitiesList: Command {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the facilities.")

    @Option(
        help: "Only facilities that this member may visit.",
        transform: Transforms.identifier
    )
    var member: MemberID?

    @Option(help: "Only those of this city.")
    var city: String?

    @Option(help: "Only those of this state.")
    var state: String?

    @Flag(help: "Include retired facilities.")
    var all = false

    @OptionGroup var format: FormatOptions
    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        let store = try database.open(console)
        let filter = FacilityFilter(includesRetired: all, member: member, city: city, state: state)
        var report = Report(FacilityDisplay.columns, format.format, to: console.output)
        try report.begin()
        try store.eachFacility(filter) { try report.add($0) }
        try report.end(note: report.count == 1 ? "1 facility" : "\(report.count) facilities")
    }
}
