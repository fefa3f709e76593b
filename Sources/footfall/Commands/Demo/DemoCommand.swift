internal import ArgumentParser
internal import SimulationLab
internal import UnixSignals
internal import VisitModel

struct DemoCommand: AsyncCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "See it: a service with made-up places and three simulated phones, in the browser.",
        discussion: """
            Loads the sample network of 180 places into a temporary database, plays the last 24 hours of three phones, and \
            lets them move on until Ctrl-C, for at most a week. Prints a link that signs in one browser, once, within half an \
            hour. A receiver of webhooks runs beside the service. Nothing is kept, and nothing leaves this machine.
            """
    )

    @Option(help: "The address or name of this machine to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 for any that is free.")
    var port = 0

    @Option(help: ArgumentHelp("The seed of what the phones do.", valueName: "number"))
    var seed: UInt64 = 1

    func validate() throws { try InputCheck.range("--port", port, 0...65_535) }

    func run(_ console: Console) async throws {
        let demonstration = try Demonstration(endingHistoryAt: console.now(), seed: seed)
        try await demonstration.run(host: host, port: port, stoppedBy: [.sigint, .sigterm, .sighup], console)
    }
}
