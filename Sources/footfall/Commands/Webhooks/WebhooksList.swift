internal import ArgumentParser
internal import VisitPipeline
internal import VisitStore

/// Lists the endpoints.
struct WebhooksList: Command {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the endpoints, with the number of their messages that are queued or given up."
    )

    @OptionGroup var format: FormatOptions
    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        let store = try database.open(console)
        let counts = try store.deliveryCounts()
        var report = Report(EndpointDisplay.columns, format.format, to: console.output)
        try report.begin()
        for endpoint in try store.endpoints() {
            try report.add(EndpointRow(stored: endpoint, counts: counts[endpoint.key] ?? DeliveryCounts()))
        }
        try report.end(note: report.count == 0 ? "no endpoints; `footfall webhooks add URL` adds one" : nil)
    }
}
