internal import ArgumentParser
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// Enables an endpoint.
struct WebhooksEnable: Command {
    static let configuration = CommandConfiguration(
        commandName: "enable",
        abstract: "Send to an endpoint again, from where it was stopped."
    )

    @Argument(help: "The endpoint's id.", transform: Transforms.identifier)
    var id: EndpointID

    @OptionGroup var webhooks: WebhookOptions

    func run(_ console: Console) throws {
        let endpoints = try webhooks.open(console)
        let stored = try endpoints.endpoint(id)
        guard stored.disabling != nil else { return try console.print("\(id) was enabled before") }
        try endpoints.store.enableEndpoint(stored.key)
        let waiting = try endpoints.store.deliveryCounts()[stored.key]?.waiting ?? 0
        try console.print("\(id) is enabled; \(CountText.messages(waiting)) waiting for it")
    }
}

/// Disables an endpoint.
struct WebhooksDisable: Command {
    static let configuration = CommandConfiguration(
        commandName: "disable",
        abstract: "Stop sending to an endpoint; what is queued for it waits."
    )

    @Argument(help: "The endpoint's id.", transform: Transforms.identifier)
    var id: EndpointID

    @OptionGroup var webhooks: WebhookOptions

    func run(_ console: Console) throws {
        let endpoints = try webhooks.open(console)
        let stored = try endpoints.endpoint(id)
        guard stored.disabling == nil else { return try console.print("\(id) was disabled before") }
        try endpoints.disable(stored, at: console.now())
        try console.print("\(id) is disabled; what is queued for it waits for `footfall webhooks enable \(id)`")
    }
}
