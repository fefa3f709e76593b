import ArgumentParser

/// Puts webhook messages on the way under load, and measures how they arrive.
@main
struct WebhookLoad: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "WebhookLoad",
        abstract: "Queue, send and receive webhook messages under load.",
        subcommands: [Receive.self, Queue.self, Deliver.self]
    )
}

/// Answers requests as fast as it can, or never.
struct Receive: ParsableCommand {
    @Option(help: "0 for any free port, which is printed.")
    var port: UInt16 = 0

    @Flag(help: "Take requests and never answer.")
    var hang = false

    func run() throws {
        try PollReceiver(port: port, hangs: hang).serve()
    }
}

/// Queues messages for the endpoints of a database, which is made where there is none.
struct Queue: ParsableCommand {
    @Option var database: String
    @Option(help: "How many messages.") var count = 1_000_000
    @Option(parsing: .upToNextOption, help: "An endpoint for each address.") var url: [String] = []

    func run() throws {
        let queue = try MessageQueue(path: database, urls: url)
        while queue.queued < count {
            try queue.add(min(500, count - queue.queued), at: .wallClock)
        }
        print("{\"queued\": \(queue.queued)}")
    }
}

/// Queues messages at a steady rate and sends them meanwhile.
struct Deliver: AsyncParsableCommand {
    @Option var database: String
    @Option(help: "Messages a second, for each endpoint.") var rate = 6_000
    @Option(help: "For how long.") var seconds = 20
    @Option(parsing: .upToNextOption, help: "An endpoint for each address.") var url: [String] = []

    func run() async throws {
        let queue = try MessageQueue(path: database, urls: url)
        print(try await LoadRun(queue: queue, rate: rate, seconds: seconds).measure())
    }
}
