internal import ArgumentParser
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// Removes an endpoint.
struct WebhooksRemove: Command {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove an endpoint with its queued messages and its delivery history.",
        discussion: "Queued messages are lost, so --force is needed if there are any."
    )

    @Argument(help: "The endpoint's id.", transform: Transforms.identifier)
    var id: EndpointID

    @Flag(help: "Remove it even if messages are queued for it.")
    var force = false

    @OptionGroup var webhooks: WebhookOptions

    func run(_ console: Console) throws {
        let endpoints = try webhooks.open(console)
        let stored = try endpoints.endpoint(id)
        let counts = try endpoints.store.deliveryCounts()[stored.key] ?? DeliveryCounts()
        guard force || counts.waiting + counts.dead == 0 else {
            throw CommandFailure(
                .data,
                "\(CountText.messages(counts.waiting)) waiting for \(id) and \(counts.dead) given up; "
                    + "`disable` keeps them, --force removes them"
            )
        }
        try endpoints.store.removeEndpoint(stored.key)
        try console.print("removed \(id)")
    }
}
