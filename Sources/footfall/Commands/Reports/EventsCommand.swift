internal import ArgumentParser
internal import Tables
internal import VisitModel
internal import VisitStore

struct EventsCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "Report what happened between phones and geofences, in the order it happened."
    )

    @Option(help: "Only those of this phone.", transform: Transforms.identifier)
    var device: DeviceID?

    @Option(help: "Only those of this member's phones.", transform: Transforms.identifier)
    var member: MemberID?

    @Option(
        help: ArgumentHelp("Only events at or after this time, such as 2024-03-01T06:00:00Z.", valueName: "time"),
        transform: Transforms.time
    )
    var since: Timestamp?

    @Option(help: ArgumentHelp("Only events before this time.", valueName: "time"), transform: Transforms.time)
    var until: Timestamp?

    @OptionGroup var format: FormatOptions
    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        let store = try database.open(console)
        if let target = member.map(AccessTarget.member) ?? device.map(AccessTarget.device) {
            try console.record(.read, target, in: store)
        }
        var report = Report(EventDisplay.columns, format.format, to: console.output)
        try store.events.forEach(matching: EventFilter(device: device, member: member, since: since, until: until)) {
            try report.add($0)
        }
        try report.end(note: CountText.of(report.count, "event"))
    }
}
