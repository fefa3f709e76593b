internal import ArgumentParser
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// Deletes dead messages.
struct WebhooksPurge: Command {
    static let configuration = CommandConfiguration(
        commandName: "purge",
        abstract: "Delete messages that were given up.",
        discussion:
            "Delivered messages are deleted automatically after 30 days; queued messages are never deleted."
    )

    @Option(help: ArgumentHelp("Only those to this endpoint.", valueName: "id"), transform: Transforms.identifier)
    var endpoint: EndpointID?

    @Option(
        help: ArgumentHelp("Only messages given up before this time.", valueName: "time"),
        transform: Transforms.time
    )
    var before: Timestamp?

    @OptionGroup var webhooks: WebhookOptions

    func run(_ console: Console) throws {
        let endpoints = try webhooks.open(console)
        let key = try endpoint.map { try endpoints.endpoint($0).key }
        let count = try endpoints.store.purgeDead(of: key, before: before)
        try console.print("\(CountText.messages(count)) deleted")
    }
}
