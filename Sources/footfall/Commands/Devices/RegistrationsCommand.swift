internal import ArgumentParser
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// Lists the geofences selected for a phone.
struct RegistrationsCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "registrations",
        abstract: "List the geofences that are registered with a phone's system."
    )

    @Option(help: "The phone.", transform: Transforms.identifier)
    var device: DeviceID

    @OptionGroup var format: FormatOptions
    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        let store = try database.open(console)
        let watched = try VisitPipeline(store: store).registrations(of: device)
        var report = Report(FacilityDisplay.registered, format.format, to: console.output)
        try report.begin()
        for id in watched {
            guard let facility = try store.facility(id)?.facility else { continue }
            try report.add(FacilityDisplay.Registered(device: device, facility: facility))
        }
        let limit = try store.device(device)?.device.platform.geofenceLimit ?? 0
        try report.end(note: "\(report.count) of \(limit) slots")
    }
}
