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
    /// How many events are read at a time.
    private static let pageSize = 500

    func respond(_ call: ServiceCall) async throws -> Response {
        let filter = try EventQuery.filter(call)
        let start = try await startNumber(call)
        let news = live.feed.news()
        let body = ResponseBody { [reader] writer in
            var number = start
            try await writer.write(ByteBuffer(string: "retry: 2000\nid: \(number)\n: listening\n\n"))
            // Woken by news and now and then without, so that a listener who is gone is noticed.
            for await _ in news {
                var page: [ToldEvent] = []
                repeat {
                    let last = number
                    page = try await reader.read { try $0.events(toldAfter: last, limit: Self.pageSize, filter) }
                    number = page.last?.number ?? number
                    let text = page.isEmpty ? ": still here\n\n" : page.map(Self.text).joined()
                    try await writer.write(ByteBuffer(string: text))
                } while page.count == Self.pageSize
            }
            try await writer.finish(nil)
        }
        return Response(
            status: .ok,
            headers: [.contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store, no-transform"],
            body: body
        )
    }

    private static func text(_ told: ToldEvent) -> String {
        let document = String(decoding: JSONDocument.encoded(EventDocument(told.event)), as: UTF8.self)
        return "id: \(told.number)\nevent: \(told.event.kind.name)\ndata: \(document)\n\n"
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
