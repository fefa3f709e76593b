internal import ArgumentParser
internal import UnixSignals
internal import VisitModel
internal import WebhookDelivery

struct WebhooksListen: AsyncCommand {
    static let configuration = CommandConfiguration(
        commandName: "listen",
        abstract: "Receive messages, verify their signatures and print them, for tests.",
        discussion: """
            Accepts a POST to any path. A message with a wrong signature gets status 401. With --format json every \
            accepted message is printed once, its body on one line; refused and repeated messages are reported on \
            standard error.
            """
    )

    @Option(help: "The port to listen on; 0 for any that is free.")
    var port = 8787

    @Option(help: "The address or name of this machine to listen on.")
    var host = "127.0.0.1"

    @Option(
        help: ArgumentHelp(
            """
            Verify signatures with the keys in this file, whsec_… or whpk_…, one on each line (default: do not \
            verify).
            """,
            valueName: "file"
        )
    )
    var secretFile: String?

    @Option(help: ArgumentHelp("Exit after this number of messages, refused ones included.", valueName: "n"))
    var count: Int?

    @Option(help: ArgumentHelp("The response status for accepted messages, to test failures.", valueName: "code"))
    var status = 204

    @Option(help: "Output format: a table for people, or json for programs.")
    var format: ReceiverFormat = .table

    func validate() throws {
        try InputCheck.range("--port", port, 0...65_535)
        guard count.map({ $0 > 0 }) ?? true else {
            throw ArgumentParser.ValidationError("--count is \(count ?? 0), expected 1 or more")
        }
        try InputCheck.range("--status", status, 200...599)
    }

    func run(_ console: Console) async throws { try await listen(console, stoppedBy: [.sigint, .sigterm]) }

    /// Listens until it receives one of the signals or `--count` messages.
    func listen(_ console: Console, stoppedBy signals: [UnixSignal]) async throws {
        let keys = try secretFile.map(ReceiverKeys.read)
        var ledger = ReceivedRequests(verifier: keys.map { WebhookVerifier(keys: $0) }, status: status)
        var display = ReceiverDisplay(format)
        let server = ReceiverServer(host: host, port: port)
        try await server.run(stoppedBy: signals) { event in
            switch event {
            case .listening(let port):
                console.errors("listening on http://\(host.contains(":") ? "[\(host)]" : host):\(port)/")
            case .request(let request, let reply):
                let message = ledger.receive(request, at: console.now())
                reply.send(message.answer)
                let lines = display.lines(message)
                if !lines.output.isEmpty { try console.output(lines.output) }
                if let remark = lines.remark { console.errors(remark) }
            }
            return count.map { ledger.received < $0 } ?? true
        }
        console.errors(ledger.summary)
    }
}

enum ReceiverFormat: String, ExpressibleByArgument, CaseIterable {
    case table, json
}
