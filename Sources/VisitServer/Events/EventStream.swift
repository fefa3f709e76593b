internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// A live stream of server-sent events (WHATWG HTML, 9.2).
///
/// Each event has a sequence number, and a client that reconnects with `Last-Event-ID` gets the events that it missed:
/// the store has them in order, so that neither a slow client nor a restart of the service loses any.
struct EventStream: Sendable {
    let live: LiveIngest
    let reader: StoreReader
    /// Formats events for the stream.
    let text: @Sendable ([EmittedEvent], VisitStore) throws -> String
    /// Whether the client is still authorized; checked whenever there are events to send.
    let isWelcome: @Sendable () throws -> Bool
    /// The number of events read at a time.
    private static let pageSize = 500

    /// Makes a stream.
    ///
    /// - Parameters:
    ///   - live: notifies of new events.
    ///   - reader: reads the events.
    ///   - text: formats events for the stream; by default as the documents of the API.
    ///   - isWelcome: whether the client is still authorized.
    init(
        live: LiveIngest,
        reader: StoreReader,
        text: @escaping @Sendable ([EmittedEvent], VisitStore) throws -> String = { told, _ in
            EventStream.text(told, told.map { EventDocument($0.event) })
        },
        isWelcome: @escaping @Sendable () throws -> Bool = { true }
    ) {
        self.live = live
        self.reader = reader
        self.text = text
        self.isWelcome = isWelcome
    }

    /// Begins a stream.
    ///
    /// - Parameters:
    ///   - call: the request, with the position to start from.
    ///   - filter: the event filter; `nil` for that of the query.
    /// - Returns: the streamed response.
    /// - Throws: `Problem` for an invalid query.
    func respond(_ call: ServiceCall, _ filter: EventFilter? = nil) async throws -> Response {
        let filter = try filter ?? EventQuery.filter(call)
        let start = try await startNumber(call)
        let news = live.feed.changes()
        let channel = call.context.channel
        let body = ResponseBody { [live, reader, text, isWelcome] writer in
            var number = start
            // A write waits as long as the client reads nothing, and its task can't be cancelled from outside.
            let watch = ListenerWatch(channel) { live.feed.isOver }
            defer { watch.end() }
            watch.begin()
            try await writer.write(ByteBuffer(string: "retry: 2000\nid: \(number)\n: listening\n\n"))
            watch.finish()
            // Woken by new events and also periodically, so that a disconnected client is detected.
            listening: for await _ in news {
                var isFull = false
                repeat {
                    let last = number
                    // The authorization is checked after reading: events recorded after its withdrawal are not sent.
                    let (page, content, mayGoOn) = try await reader.read { store in
                        let page = try store.events(toldAfter: last, limit: Self.pageSize, filter)
                        return (page, try text(page, store), try isWelcome())
                    }
                    guard mayGoOn else { break listening }
                    number = page.last?.number ?? number
                    isFull = page.count == Self.pageSize
                    watch.begin()
                    try await writer.write(ByteBuffer(string: page.isEmpty ? ": still here\n\n" : content))
                    watch.finish()
                } while isFull
            }
            try await writer.finish(nil)
        }
        return Response(
            status: .ok,
            headers: [.contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store, no-transform"],
            body: body
        )
    }

    /// Formats events for the stream, each with its sequence number and a document.
    static func text(_ told: [EmittedEvent], _ documents: [some Encodable]) -> String {
        zip(told, documents).map { told, document in
            let data = String(decoding: JSONDocument.encoded(document), as: UTF8.self)
            return "id: \(told.number)\nevent: \(told.event.kind.name)\ndata: \(data)\n\n"
        }.joined()
    }

    /// The sequence number after which the stream begins: the client's last one, or the newest.
    private func startNumber(_ call: ServiceCall) async throws -> Int64 {
        if let text = call.header("Last-Event-ID") ?? call.query("last_event_id") {
            guard let number = Int64(text), number >= 0 else {
                throw Problem.invalid("`\(text)` is not the id of an event of this stream", field: "Last-Event-ID")
            }
            return number
        }
        return try await reader.read { try $0.newestEventNumber() }
    }
}
