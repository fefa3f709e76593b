internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// Events as they happen, as server-sent events (WHATWG HTML, 9.2).
///
/// Each has a number, and who comes back with `Last-Event-ID` gets what it missed: the store has it in order, so that
/// neither a slow listener nor a new start of the service loses anything.
struct EventStream: Sendable {
    let live: LiveIngest
    let reader: StoreReader
    /// What is sent of some events.
    let text: @Sendable ([ToldEvent], VisitStore) throws -> String
    /// Whether who listens may go on; asked whenever there is something to send.
    let isWelcome: @Sendable () throws -> Bool
    /// How many events are read at a time.
    private static let pageSize = 500

    /// Makes a stream.
    ///
    /// - Parameters:
    ///   - live: tells that there is something new.
    ///   - reader: has the events.
    ///   - text: what is sent of some events; the documents of the API where nothing else is said.
    ///   - isWelcome: whether who listens may go on.
    init(
        live: LiveIngest,
        reader: StoreReader,
        text: @escaping @Sendable ([ToldEvent], VisitStore) throws -> String = { told, _ in
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
    ///   - call: who listens, and from where on.
    ///   - filter: which events; `nil` for those that the query asks for.
    /// - Returns: the stream.
    /// - Throws: `Problem` for a query that can't be.
    func respond(_ call: ServiceCall, _ filter: EventFilter? = nil) async throws -> Response {
        let filter = try filter ?? EventQuery.filter(call)
        let start = try await startNumber(call)
        let news = live.feed.news()
        let channel = call.context.channel
        let body = ResponseBody { [live, reader, text, isWelcome] writer in
            var number = start
            // Sending waits as long as the listener reads nothing, and its task can't be ended from outside.
            let watch = ListenerWatch(channel) { live.feed.isOver }
            defer { watch.end() }
            watch.begin()
            try await writer.write(ByteBuffer(string: "retry: 2000\nid: \(number)\n: listening\n\n"))
            watch.finish()
            // Woken by news and now and then without, so that a listener who is gone is noticed.
            listening: for await _ in news {
                var isFull = false
                repeat {
                    let last = number
                    // Whether the listener may go on is asked after the reading: what happened meanwhile is not sent.
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

    /// Events as they are sent, each with its number and a document.
    static func text(_ told: [ToldEvent], _ documents: [some Encodable]) -> String {
        zip(told, documents).map { told, document in
            let data = String(decoding: JSONDocument.encoded(document), as: UTF8.self)
            return "id: \(told.number)\nevent: \(told.event.kind.name)\ndata: \(data)\n\n"
        }.joined()
    }

    /// The number behind which the stream begins: what the listener had last, or now.
    private func startNumber(_ call: ServiceCall) async throws -> Int64 {
        if let text = call.header("Last-Event-ID") ?? call.query("last_event_id") {
            guard let number = Int64(text), number >= 0 else {
                throw Problem.invalid("`\(text)` is not the id of an event of this stream", field: "Last-Event-ID")
            }
            return number
        }
        return try await reader.read { try $0.newestTold() }
    }
}
