internal import ArgumentParser
internal import Tables
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct DevicesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "List the phones, and record a restart or an app update.",
        subcommands: [DevicesList.self, DevicesReboot.self, DevicesAppUpdate.self],
        defaultSubcommand: DevicesList.self
    )
}

struct DevicesList: Command {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the phones.")

    @OptionGroup var format: FormatOptions
    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        let store = try database.open(console)
        let presences = try store.devicePresences(at: console.now())
        let rows = try store.devices.all().map { DeviceDisplay.Row(stored: $0, presence: presences[$0.device.id]) }
        try format.write(rows, DeviceDisplay.columns, to: console, empty: "no devices")
    }
}

struct DevicesAppUpdate: Command {
    static let configuration = CommandConfiguration(
        commandName: "app-update",
        abstract: "Record that the app on a phone was updated, and register its geofences again.",
        discussion: "Geofences that the system dropped are registered again at once. Visits in progress continue."
    )

    @OptionGroup var options: RestartOptions

    func run(_ console: Console) throws {
        let pipeline = try options.pipeline(console)
        try options.report(pipeline.appUpdate(options.device, at: options.at, observedAt: console.now()), console)
    }
}

struct DevicesReboot: Command {
    static let configuration = CommandConfiguration(
        commandName: "reboot",
        abstract: "Record that a phone was restarted, and register its geofences again.",
        discussion:
            """
            Android drops its geofences, and the saved set is registered again at once; iOS keeps them. Visits in \
            progress continue.
            """
    )

    @OptionGroup var options: RestartOptions

    func run(_ console: Console) throws {
        let pipeline = try options.pipeline(console)
        try options.report(pipeline.reboot(options.device, at: options.at, observedAt: console.now()), console)
    }
}

struct RestartOptions: ParsableArguments {
    @Argument(help: "The phone's id.", transform: Transforms.identifier)
    var device: DeviceID

    @Option(
        help: ArgumentHelp("When it happened (default: right after the phone's last input).", valueName: "time"),
        transform: Transforms.time
    )
    var at: Timestamp?

    @OptionGroup var policy: PolicyOptions
    @OptionGroup var format: FormatOptions
    @OptionGroup var database: DatabaseOptions

    func pipeline(_ console: Console) throws -> VisitPipeline {
        try VisitPipeline(store: database.openToWrite(console), policy: policy.chosen(), selection: policy.selection)
    }

    /// Prints the resulting events.
    func report(_ events: [GeofenceEvent], _ console: Console) throws {
        try format.write(events, EventDisplay.columns, to: console, empty: "no registration changed")
    }
}

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
        for id in watched {
            guard let facility = try store.facilities.find(id)?.facility else { continue }
            try report.add(FacilityDisplay.Registered(device: device, facility: facility))
        }
        let limit = try store.devices.find(device)?.device.platform.geofenceLimit ?? 0
        try report.end(note: "\(report.count) of \(limit) slots")
    }
}
