internal import ArgumentParser
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// Queues messages for another delivery.
struct WebhooksReplay: Command {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Queue messages again, with the same ids and bytes.",
        discussion: """
            Give one message, or --since for all messages queued at or after that time, even for an endpoint that did \
            not exist then, or --dead for messages that were given up. `deliver` sends them.
            """
    )

    @Argument(help: "The message's id.", transform: Transforms.identifier)
    var message: MessageID?

    @Option(
        help: ArgumentHelp("All messages queued at or after this time.", valueName: "time"),
        transform: Transforms.time
    )
    var since: Timestamp?

    @Flag(help: "All messages that were given up.")
    var dead = false

    @Option(help: ArgumentHelp("Only to this endpoint.", valueName: "id"), transform: Transforms.identifier)
    var endpoint: EndpointID?

    @OptionGroup var webhooks: WebhookOptions

    func validate() throws {
        let chosen = [message != nil, since != nil, dead].filter { $0 }.count
        guard chosen == 1 else {
            throw ArgumentParser.ValidationError("give either a message, or --since TIME, or --dead")
        }
    }

    func run(_ console: Console) throws {
        let endpoints = try webhooks.open(console)
        let key = try endpoint.map { try endpoints.endpoint($0).key }
        let selection: ReplayRequest.Selection =
            message.map { .message($0) } ?? since.map { .since($0) } ?? .dead
        let count = try endpoints.store.replay(ReplayRequest(selection, to: key), at: console.now())
        if count == 0, let message, try endpoints.store.body(of: message) == nil {
            throw CommandFailure(
                .data,
                "there is no message `\(message)`; `footfall webhooks deliveries` lists the latest"
            )
        }
        try console.print(
            count == 0
                ? "nothing to send again"
                : "\(CountText.messages(count)) queued again; `footfall webhooks deliver` sends"
        )
    }
}
