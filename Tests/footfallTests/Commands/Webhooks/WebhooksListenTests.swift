import ArgumentParser
import Foundation
import Glibc
import HTTPTransport
import LoopbackSocket
import Testing
import VisitModel
import WebhookDelivery

@testable import footfall

@Suite("webhooks listen")
struct WebhooksListenTests {
    /// What a receiver wrote, as it comes.
    private struct Receiver {
        let errors: AsyncStream<String>
        let console: Console
        let output: CollectedText

        init() {
            let (errors, feed) = AsyncStream.makeStream(of: String.self)
            let output = CollectedText()
            self.errors = errors
            self.output = output
            console = Console(
                output: { output.append($0) },
                errors: { feed.yield($0) },
                isWatched: false,
                columns: 80,
                environment: [:],
                userName: "ann",
                now: { SignedRequests.now }
            )
        }
    }

    /// Sends bodies, one after the other, to the address in the first line that is read.
    private static func send(
        _ bodies: [(id: String, body: String)],
        _ errors: AsyncStream<String>
    ) async throws -> [Int] {
        let line = try #require(await errors.first { _ in true })
        let address = try #require(line.split(separator: " ").last.map(String.init))
        let endpoint = WebhookEndpoint(
            id: try EndpointID("test"),
            url: address,
            exceptions: [.privateAddress, .plainHTTP, .unusualPort]
        )
        let target = try EndpointTarget(endpoint, secrets: [(try SignedRequests.secret(), nil)])
        let transport = try CurlTransport()
        defer { transport.shutDown() }
        var statuses: [Int] = []
        for (id, body) in bodies {
            let message = OutgoingMessage(
                id: try MessageID(id),
                type: .visitDwelled,
                subject: "v",
                occurredAt: SignedRequests.now,
                body: Array(body.utf8)
            )
            let exchange = await transport.send(try message.request(to: target, at: SignedRequests.now))
            statuses.append(try exchange.result.get().status)
        }
        return statuses
    }

    @Test("messages over HTTP are checked, answered and printed until the count is reached", .timeLimit(.minutes(10)))
    func listen() async throws {
        let bench = try CommandBench()
        let file = try bench.file("keys", SignedRequests.secretText)
        let command = try WebhooksListen.parse([
            "--port", "0", "--secret-file", file, "--count", "4", "--status", "202", "--format", "json",
        ])
        let receiver = Receiver()
        let errors = receiver.errors
        let long = String(repeating: "x", count: ReceivedRequest.longestBody + 1)
        async let statuses = Self.send(
            [("msg_1", SignedRequests.visit), ("msg_1", SignedRequests.visit), ("msg_2", long), ("msg_3", "[]")],
            errors
        )
        try await command.listen(receiver.console, stoppedBy: [])
        #expect(try await statuses == [202, 202, 413, 400])
        #expect(receiver.output.text == SignedRequests.visit + "\n")
    }

    @Test("a port in use ends with 75 and a message on what to do")
    func taken() async throws {
        var port: UInt16 = 0
        let descriptor = footfall_test_listen(&port)
        defer { close(descriptor) }
        let command = try WebhooksListen.parse(["--port", String(port), "--count", "1"])
        let failure = await #expect(throws: CommandFailure.self) {
            try await command.listen(Receiver().console, stoppedBy: [])
        }
        #expect(failure?.status == .temporary)
        #expect(failure?.description.contains("127.0.0.1:\(port) can't be bound") == true)
    }

    @Test(
        "wrong options end with 64 and say what was expected",
        arguments: [
            ("--port 70000", "expected 0 to 65535"), ("--count 0", "expected 1 or more"),
            ("--status 100", "expected 200 to 599"), ("--format csv", "csv"),
        ]
    )
    func usage(line: String, expected: String) async throws {
        let words = ["webhooks", "listen"] + line.split(separator: " ").map(String.init)
        let outcome = await (try CommandBench()).run(words)
        #expect(outcome.status == 64 && outcome.errors.contains(expected), "\(outcome.errors)")
    }
}
