internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import NIOCore
internal import ServiceLifecycle
internal import UnixSignals
internal import WebhookDelivery

/// An HTTP server that passes requests to its caller one after the other and sends the caller's responses.
struct ReceiverServer {
    let host: String
    /// 0 for any free one.
    let port: Int

    enum Event: Sendable {
        case listening(port: Int)
        /// A request arrived and waits for its response.
        case request(ReceivedRequest, Reply)
    }

    /// The continuation of a request; it must be used exactly once.
    struct Reply: Sendable {
        fileprivate let continuation: CheckedContinuation<ReceivedMessage.Response, Never>

        func send(_ answer: ReceivedMessage.Response) { continuation.resume(returning: answer) }
    }

    /// How long a shutdown waits for requests in progress.
    private static let patience = Duration.seconds(3)

    /// Runs the server until a signal or the caller stops it.
    ///
    /// `body` handles one event after the other, and returns whether to continue. It must reply to a request before it
    /// does anything that can fail. Throws `CommandFailure` where the server can't listen, and what `body` throws.
    func run(stoppedBy signals: [UnixSignal], _ body: (Event) throws -> Bool) async throws {
        let (events, feed) = AsyncStream.makeStream(of: Event.self)
        let group = serviceGroup(feed, signals)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { feed.finish() }
                try await group.run()
            }
            let outcome: Result<Void, any Error>
            do {
                for await event in events {
                    guard try body(event) else { break }
                }
                outcome = .success(())
            } catch {
                outcome = .failure(error)
            }
            feed.finish()
            for await case .request(_, let reply) in events { reply.send(Self.ending) }
            await group.triggerGracefulShutdown()
            do {
                try await tasks.waitForAll()
            } catch is CancellationError {
                // A client did not finish a request within the shutdown timeout.
            } catch {
                throw CommandFailure(
                    .temporary,
                    "\(host):\(port) can't be bound (\(error)); choose another --port, 0 for any that is free"
                )
            }
            try outcome.get()
        }
    }

    private static let ending = ReceivedMessage.Response(status: 503, text: "the receiver is ending")

    private func serviceGroup(_ feed: AsyncStream<Event>.Continuation, _ signals: [UnixSignal]) -> ServiceGroup {
        let silence = Logger(label: "footfall.listen") { _ in SwiftLogNoOpLogHandler() }
        let application = Application(
            responder: CallbackResponder<BasicRequestContext> { request, _ in
                try await Self.respond(to: request, feed)
            },
            configuration: ApplicationConfiguration(address: .hostname(host, port: port)),
            onServerRunning: { channel in feed.yield(.listening(port: channel.localAddress?.port ?? 0)) },
            logger: silence
        )
        var configuration = ServiceGroupConfiguration(
            services: [application],
            gracefulShutdownSignals: signals,
            logger: silence
        )
        configuration.maximumGracefulShutdownDuration = Self.patience
        return ServiceGroup(configuration: configuration)
    }

    private static func respond(
        to request: Request,
        _ feed: AsyncStream<Event>.Continuation
    ) async throws -> Response {
        guard request.method == .post else {
            return Response(status: .methodNotAllowed, headers: [.allow: "POST"])
        }
        let received = ReceivedRequest(headers: headers(request.headers), body: try await body(request.body))
        let answer = await withCheckedContinuation { continuation in
            let reply = Reply(continuation: continuation)
            if case .enqueued = feed.yield(.request(received, reply)) { return }
            reply.send(ending)
        }
        guard !answer.text.isEmpty else { return Response(status: .init(code: answer.status)) }
        return Response(
            status: .init(code: answer.status),
            headers: [.contentType: "text/plain; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: answer.text + "\n"))
        )
    }

    private static func headers(_ fields: HTTPFields) -> WebhookHeaders {
        func value(_ name: String) -> String? { HTTPField.Name(name).flatMap { fields[$0] } }
        return WebhookHeaders(
            id: value(WebhookHeaders.idName),
            timestamp: value(WebhookHeaders.timestampName),
            signature: value(WebhookHeaders.signatureName)
        )
    }

    /// The body; `nil` where it is too long.
    private static func body(_ body: RequestBody) async throws -> [UInt8]? {
        var bytes: [UInt8] = []
        for try await piece in body {
            guard bytes.count + piece.readableBytes <= ReceivedRequest.longestBody else { return nil }
            bytes.append(contentsOf: piece.readableBytesView)
        }
        return bytes
    }
}
