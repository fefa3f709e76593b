internal import ArgumentParser

/// Groups the commands about webhooks.
struct WebhooksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhooks",
        abstract: "Tell other systems of visits, and see what became of it.",
        discussion: """
            Messages follow Standard Webhooks 1.0 and are queued together with what they tell of, so none is lost; \
            docs/webhooks describes them for the receiver's developers. What live phones report is always told; recorded \
            tracks only with `replay --notify`. `deliver` sends what is due.
            """,
        subcommands: [
            WebhooksAdd.self, WebhooksList.self, WebhooksShow.self, WebhooksTest.self, WebhooksRotateSecret.self,
            WebhooksDisable.self, WebhooksEnable.self, WebhooksRemove.self, WebhooksDeliveries.self,
            WebhooksReplay.self, WebhooksPurge.self, WebhooksDeliver.self, WebhooksListen.self,
        ]
    )
}
