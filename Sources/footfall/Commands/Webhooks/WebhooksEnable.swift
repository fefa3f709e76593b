internal import ArgumentParser
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// Enables an endpoint.
struct WebhooksEnable: Command {
    static let configuration = CommandConfiguration(
        commandName: "enable",
        abstract: "Enable an endpoint; sending resumes where it stopped."
    )

    @Argument(help: "The endpoint's id.", transform: Transforms.identifier)
    var id: EndpointID

    @OptionGroup var webhooks: WebhookOptions

    func run(_ console: Console) throws {
        let endpoints = try webhooks.open(console)
        let stored = try endpoints.endpoint(id)
        guard stored.disabling != nil else { return try console.print("\(id) is already enabled") }
        try endpoints.store.enableEndpoint(stored.key)
        let waiting = try endpoints.store.deliveryCounts()[stored.key]?.waiting ?? 0
        try console.print("\(id) is enabled; \(CountText.messages(waiting)) queued for it")
    }
}

/// Disables an endpoint.
struct WebhooksDisable: Command {
    static let configuration = CommandConfiguration(
        commandName: "disable",
        abstract: "Disable an endpoint; its messages stay queued."
    )

    @Argument(help: "The endpoint's id.", transform: Transforms.identifier)
    var id: EndpointID

    @OptionGroup var webhooks: WebhookOptions

    func run(_ console: Console) throws {
        let endpoints = try webhooks.open(console)
        let stored = try endpoints.endpoint(id)
        guard stored.disabling == nil else { return try console.print("\(id) is already disabled") }
        try endpoints.disable(stored, at: console.now())
        try console.print("\(id) is disabled; its messages stay queued until `footfall webhooks enable \(id)`")
    }
}
