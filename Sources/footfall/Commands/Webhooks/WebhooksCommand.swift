internal import ArgumentParser

/// Groups the commands about webhooks.
struct WebhooksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhooks",
        abstract: "Send visits to other systems, and see the deliveries.",
        discussion: """
            Messages follow Standard Webhooks 1.0 and are queued in the transaction that stores the visit or event, so \
            none is lost; docs/webhooks describes them for the receiver's developers. Messages are queued for live \
            phones always, for recorded tracks only with `replay --notify`. `deliver` sends the messages that are due.
            """,
        subcommands: [
            WebhooksAdd.self, WebhooksList.self, WebhooksShow.self, WebhooksTest.self, WebhooksRotateSecret.self,
            WebhooksDisable.self, WebhooksEnable.self, WebhooksRemove.self, WebhooksDeliveries.self,
            WebhooksReplay.self, WebhooksPurge.self, WebhooksDeliver.self, WebhooksListen.self,
        ]
    )
}
