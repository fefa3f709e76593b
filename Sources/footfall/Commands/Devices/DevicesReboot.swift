internal import ArgumentParser
internal import VisitPipeline

/// Records a restart of a phone.
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
