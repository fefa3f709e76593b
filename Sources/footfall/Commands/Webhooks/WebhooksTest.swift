internal import ArgumentParser
internal import HTTPTransport
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// Sends a test message to an endpoint.
struct WebhooksTest: AsyncCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Send one endpoint a test message now, and print the result.",
        discussion: "The message is of the type webhook.test. It is sent once, even to an endpoint that is disabled."
    )

    @Argument(help: "The endpoint's id.", transform: Transforms.identifier)
    var id: EndpointID

    @OptionGroup var sending: SendingOptions
    @OptionGroup var webhooks: WebhookOptions

    func run(_ console: Console) async throws {
        let endpoints = try webhooks.open(console)
        let stored = try endpoints.endpoint(id)
        let transport = try sending.transport()
        defer { transport.shutDown() }
        let (message, exchange) = try await endpoints.test(stored, transport: transport, at: console.now())
        let milliseconds = exchange.duration.wholeMilliseconds
        switch exchange.result {
        case .success(let response) where (200...299).contains(response.status):
            try console.print("\(message) arrived: status \(response.status) after \(milliseconds) ms")
        case .success(let response):
            let text = ResponseText.firstLine(response.body)
            throw CommandFailure(
                .temporary,
                """
                \(message) was refused: status \(response.status) after \(milliseconds) \
                ms\(text.map { ": \($0)" } ?? "")
                """
            )
        case .failure(let error):
            throw CommandFailure(.temporary, "\(message) did not arrive after \(milliseconds) ms: \(error.message)")
        }
    }
}
