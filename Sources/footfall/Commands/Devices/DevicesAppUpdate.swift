internal import ArgumentParser
internal import VisitPipeline

/// Records an update of the app on a phone.
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
