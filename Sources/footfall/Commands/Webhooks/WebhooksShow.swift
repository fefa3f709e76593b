internal import ArgumentParser
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// Shows one endpoint.
struct WebhooksShow: Command {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show one endpoint, without its secret."
    )

    @Argument(help: "The endpoint's id.", transform: Transforms.identifier)
    var id: EndpointID

    @OptionGroup var format: FormatOptions
    @OptionGroup var webhooks: WebhookOptions

    func run(_ console: Console) throws {
        let endpoints = try webhooks.open(console)
        let stored = try endpoints.endpoint(id)
        let counts = try endpoints.store.deliveryCounts()[stored.key] ?? DeliveryCounts()
        var row = EndpointRow(stored: stored, counts: counts)
        do {
            row.signing = try endpoints.signing(of: stored)
        } catch {
            // Everything else can be shown without the key, and an operator who lost it needs to see it.
            console.errors("note: its signing method can't be read: \(error)")
        }
        try Report.writeOne(row, EndpointDisplay.details, format.format, to: console.output)
    }
}
