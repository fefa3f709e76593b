internal import ArgumentParser
internal import VisitModel
internal import VisitStore

/// Shows one member.
struct MembersShow: Command {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show one member with the list of facilities."
    )

    @Argument(help: "The member's id.", transform: Transforms.identifier)
    var id: MemberID

    @OptionGroup var format: FormatOptions
    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        let store = try database.open(console)
        guard let member = try store.member(id) else {
            throw CommandFailure(.data, "there is no member `\(id)`; `footfall members list` lists all of them")
        }
        try Report.writeOne(member, MemberDisplay.details, format.format, to: console.output)
        guard format.format == .table, let list = member.member.facilities, !list.isEmpty else { return }
        try console.print("")
        var report = Report(MemberDisplay.places, .table, to: console.output)
        for facility in try store.facilities(FacilityFilter(includesRetired: true, member: id)) {
            try report.add(facility.facility)
        }
        try report.end()
    }
}
