internal import ArgumentParser
internal import Tables
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct WebhooksReplay: Command {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Send messages now: those that wait for a retry or were given up, or again.",
        discussion: """
            Select messages by id, endpoint, time and state; --dry-run only counts them. Without --state they are those \
            that the endpoint has not received: scheduled (waiting for a retry), waiting (for an earlier message of the \
            same visit) and dead (given up); with a time also missed (queued before the endpoint subscribed to them). \
            Delivered messages are sent again only with --state delivered, or one by its id. Ids and bytes stay the \
            same. `serve` sends them at once, or `deliver` does.
            """
    )

    @Argument(help: "The message's id.", transform: Transforms.identifier)
    var message: MessageID?

    @Option(
        help: ArgumentHelp("Only messages queued at or after this time.", valueName: "time"),
        transform: Transforms.time
    )
    var since: Timestamp?

    @Option(
        help: ArgumentHelp("Only messages queued before this time.", valueName: "time"),
        transform: Transforms.time
    )
    var until: Timestamp?

    @Option(
        help: ArgumentHelp(
            "Only messages in this state: scheduled, waiting, dead, missed or delivered; may be repeated.",
            valueName: "state"
        )
    )
    var state: [ReplayRequest.State] = []

    @Flag(help: "The same as --state dead.")
    var dead = false

    @Option(help: ArgumentHelp("Only to this endpoint.", valueName: "id"), transform: Transforms.identifier)
    var endpoint: EndpointID?

    @Flag(help: "Count the messages by state, and send none.")
    var dryRun = false

    @OptionGroup var webhooks: WebhookOptions

    func validate() throws {
        guard message != nil || since != nil || until != nil || endpoint != nil || dead || !state.isEmpty else {
            throw ArgumentParser.ValidationError(
                "select messages by id, --endpoint, --since, --until, --dead or --state"
            )
        }
        if let since, let until, since >= until {
            throw ArgumentParser.ValidationError("--until is not after --since")
        }
    }

    func run(_ console: Console) throws {
        let endpoints = try webhooks.open(console)
        let (outbox, now) = (endpoints.store.outbox, console.now())
        let key = try endpoint.map { try endpoints.endpoint($0).key }
        if let message, try outbox.body(of: message) == nil {
            throw CommandFailure(
                .data,
                "there is no message `\(message)`; `footfall webhooks deliveries` lists the latest"
            )
        }
        let chosen = Set(state + (dead ? [.dead] : []))
        let request = ReplayRequest(
            message: message,
            endpoint: key,
            since: since,
            until: until,
            states: chosen.isEmpty ? nil : chosen
        )
        let matching = try outbox.replayCounts(request, at: now)
        for line in DeliveryDisplay.replay(matching, request.states) { try console.print(line) }
        guard !dryRun, matching.total(of: request.states) > 0 else { return }
        let queued = try outbox.replay(request, at: now).total(of: request.states)
        let due = CountText.of(queued, "message is", "messages are")
        try console.print("\(due) due now; `serve` sends them, or `footfall webhooks deliver`")
    }
}

extension ReplayRequest.State: ExpressibleByArgument {}

extension DeliveryDisplay {
    /// Lists what a replay sends, in the order of sending, and what it leaves out.
    static func replay(_ matching: ReplayCounts, _ states: Set<ReplayRequest.State>) -> [String] {
        let total = matching.total(of: states)
        var lines = [total == 0 ? "nothing to send" : "\(CountText.of(total, "message")) to send:"]
        let all = ReplayRequest.State.allCases.filter { matching[$0] > 0 }
        lines += all.filter(states.contains).map { "  \(matching[$0]) \($0.words)" }
        lines += all.filter { !states.contains($0) }.map {
            "left out: \(matching[$0]) \($0.words); --state \($0.rawValue) sends them"
        }
        if matching.due > 0 { lines.append("\(CountText.of(matching.due, "message")) due already") }
        return lines
    }
}
