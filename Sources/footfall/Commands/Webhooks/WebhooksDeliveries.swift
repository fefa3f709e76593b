internal import ArgumentParser
internal import Tables
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct WebhooksDeliveries: Command {
    static let configuration = CommandConfiguration(
        commandName: "deliveries",
        abstract: "List messages, the latest first, each with its last attempt.",
        discussion: "With a message's id, lists every attempt to deliver that message."
    )

    @Argument(help: "Only this message, with every attempt.", transform: Transforms.identifier)
    var message: MessageID?

    @Option(help: ArgumentHelp("Only those to this endpoint.", valueName: "id"), transform: Transforms.identifier)
    var endpoint: EndpointID?

    @Flag(help: "Only messages that were given up.")
    var dead = false

    @Flag(help: "Only messages that are not delivered yet.")
    var pending = false

    @Option(
        help: ArgumentHelp("Only messages queued at or after this time.", valueName: "time"),
        transform: Transforms.time
    )
    var since: Timestamp?

    @Option(help: "The maximum number of rows, 1 or more.")
    var limit = 50

    @OptionGroup var format: FormatOptions
    @OptionGroup var webhooks: WebhookOptions

    func validate() throws {
        guard limit > 0 else { throw ArgumentParser.ValidationError("--limit is \(limit), expected 1 or more") }
        guard !(dead && pending) else {
            throw ArgumentParser.ValidationError("--dead and --pending exclude each other")
        }
    }

    func run(_ console: Console) throws {
        let endpoints = try webhooks.open(console)
        if let endpoint { _ = try endpoints.endpoint(endpoint) }
        if let message { return try showTries(of: message, endpoints.store, console) }
        let filter = DeliveryFilter(
            endpoint: endpoint,
            states: dead ? [.dead] : pending ? [.pending, .waiting] : [],
            since: since,
            limit: limit
        )
        var report = Report(DeliveryDisplay.columns, format.format, to: console.output)
        try endpoints.store.outbox.forEach(matching: filter) { try report.add($0) }
        try report.end(
            note: report.count == 0 ? "no messages" : report.count == limit ? "there may be more: --limit" : nil
        )
    }

    private func showTries(of message: MessageID, _ store: VisitStore, _ console: Console) throws {
        var deliveries: [DeliveryReport] = []
        try store.outbox.forEach(matching: DeliveryFilter(endpoint: endpoint, message: message)) {
            deliveries.append($0)
        }
        guard !deliveries.isEmpty else {
            throw CommandFailure(
                .data,
                "there is no message `\(message)`\(endpoint.map { " to \($0)" } ?? ""); "
                    + "`footfall webhooks deliveries` lists the latest"
            )
        }
        var report = Report(DeliveryDisplay.tries, format.format, to: console.output)
        for entry in try store.outbox.attempts(of: message) where endpoint == nil || entry.endpoint == endpoint {
            try report.add(DeliveryDisplay.Attempt(endpoint: entry.endpoint, report: entry.attempt))
        }
        let states = deliveries.map { "\($0.endpoint): \(DeliveryDisplay.state($0))" }.joined(separator: "; ")
        try report.end(note: states)
    }
}
