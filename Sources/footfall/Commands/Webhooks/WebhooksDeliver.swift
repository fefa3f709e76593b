internal import ArgumentParser
internal import Foundation
internal import HTTPTransport
internal import Tables
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct WebhooksDeliver: AsyncCommand {
    static let configuration = CommandConfiguration(
        commandName: "deliver",
        abstract: "Send the messages that are due, then exit; with --watch, keep sending.",
        discussion: """
            Failed messages are retried after 5 s, 5 min, 30 min, 2 h and so on, ten times in three days, by a later \
            run or by --watch. Corrections of a visit are collected, and sent when it has not changed for a while: see \
            `footfall settings`. One process at a time sends the messages of a database.
            """
    )

    @Flag(help: "Keep sending messages as they become due, until interrupted.")
    var watch = false

    @Option(help: "The maximum number of concurrent requests, 1 to 10000.")
    var connections = 1024

    @OptionGroup var sending: SendingOptions
    @OptionGroup var webhooks: WebhookOptions

    func validate() throws { try InputCheck.range("--connections", connections, 1...10_000) }

    func run(_ console: Console) async throws {
        let endpoints = try webhooks.open(console)
        guard try !endpoints.store.endpoints.all().isEmpty else {
            return try console.print("no endpoints; `footfall webhooks add URL` adds one")
        }
        let transport = try sending.transport(connections: connections)
        defer { transport.shutDown() }
        let worker = try WebhookWorker(
            store: endpoints.store,
            keyFile: endpoints.keyFile,
            transport: transport,
            options: WorkerOptions(totalLimit: connections),
            now: { Timestamp(seconds: Date().timeIntervalSince1970) },
            report: { line in try? FileHandle.standardError.write(contentsOf: Data("\(line)\n".utf8)) }
        )
        let summary = try await watch ? stopping(worker) { try await worker.run() } : worker.deliverDue()
        try console.print(Self.text(summary))
        guard summary.unusable.isEmpty else {
            let names = summary.unusable.map(\.text).joined(separator: ", ")
            throw CommandFailure(.data, "nothing can be sent to \(names); see above")
        }
        let waiting = try endpoints.store.endpoints.deliveryCounts().values.reduce(0) { $0 + $1.waiting }
        if waiting > 0, !watch {
            try console.print(
                "\(CountText.of(waiting, "message waits", "messages wait")): for the next try, for an endpoint that is "
                    + "spared after a failure or disabled, or for the one before; `footfall webhooks deliveries "
                    + "--pending`"
            )
        }
        let collected = try endpoints.store.outbox.collectedCount()
        if collected > 0, !watch {
            let periods = try endpoints.store.settings.collectionPeriods()
            try console.print(
                "corrections of \(CountText.of(collected, "visit")) are collected: sent by a run after "
                    + "\(periods.quietSeconds) s without a change, at most \(periods.delaySeconds) s (`footfall "
                    + "settings`)"
            )
        }
    }

    /// Handles signals that end the watch, waiting for requests in progress.
    private func stopping<Value>(_ worker: WebhookWorker, _ body: () async throws -> Value) async throws -> Value {
        let sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { worker.stop() }
            source.resume()
            return source
        }
        defer { for source in sources { source.cancel() } }
        return try await body()
    }

    static func text(_ summary: DeliverySummary) -> String {
        var parts = ["\(CountText.of(summary.delivered, "message")) delivered"]
        if summary.failed > 0 {
            parts.append("\(CountText.of(summary.failed, "try", "tries")) failed and will be repeated")
        }
        if summary.dead > 0 { parts.append("\(summary.dead) given up") }
        if !summary.disabled.isEmpty {
            parts.append("\(summary.disabled.map(\.text).joined(separator: ", ")) disabled")
        }
        return parts.joined(separator: ", ")
    }
}
