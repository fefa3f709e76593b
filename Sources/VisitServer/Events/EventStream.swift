internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Synchronization
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// A live stream of server-sent events (WHATWG HTML, 9.2).
///
/// Each event has a sequence number, and a client that reconnects with `Last-Event-ID` gets the events that it missed:
/// the store has them in order, so that neither a slow client nor a restart of the service loses any.
///
/// What a change adds is read once for all streams (`EventHub`).
struct EventStream: Sendable {
    let parts: ServiceParts
    let form: EventHub.Form
    /// The client's.
    let token: TokenID
    /// Whether the client is still authorized; checked whenever there may be events to send, and every few seconds.
    let isWelcome: @Sendable () throws -> Bool
    /// The time without an event after which a comment is sent, by which a client that has left is noticed.
    static let silence = Duration.seconds(3)
    /// Events that a stream which is behind the others reads at a time.
    static let pageSize = 100
    /// Bytes after which events are sent; with a page, the memory that a client takes which reads nothing.
    private static let pieceSize = 32 << 10

    /// The documents of the API.
    static let documents = EventHub.Form(name: "documents") { emitted, _ in
        texts(emitted, emitted.map { EventDocument($0.event) })
    }

    /// Begins a stream at the position of the request; throws `Problem` for an invalid query, or where the client has
    /// too many streams.
    ///
    /// Without a filter, that of the query applies.
    func respond(_ call: ServiceCall, _ filter: EventFilter? = nil) async throws -> Response {
        let filter = if let filter { filter } else { try await EventQuery.filter(call, parts.reader) }
        let start = try await startNumber(call)
        let seat = try parts.hub.join(token)
        let feed = parts.live.feed
        let changes = feed.changes()
        let channel = call.context.channel
        let body = ResponseBody { [self] writer in
            // A write waits as long as the client reads nothing, and its task can't be cancelled from outside.
            let watch = ListenerWatch(channel) { feed.isOver }
            defer { watch.end() }
            var position = Position(number: start)
            var sentAt = parts.uptime()
            watch.begin()
            try await writer.write(ByteBuffer(string: "retry: 2000\nid: \(start)\n: listening\n\n"))
            watch.finish()
            // Woken by new events and also periodically.
            listening: for await _ in changes {
                let pause = seat.pause
                if pause > .zero, !feed.isOver { try? await Task.sleep(for: pause) }
                repeat {
                    var texts = try await next(&position, filter)[...]
                    if texts.isEmpty, parts.uptime() - sentAt >= Self.silence { texts = [": still here\n\n"] }
                    repeat {
                        // Checked after reading: events recorded after its withdrawal are not sent.
                        guard try isWelcome() else { break listening }
                        guard let piece = Self.piece(of: &texts) else { break }
                        watch.begin()
                        try await writer.write(piece)
                        watch.finish()
                        sentAt = parts.uptime()
                    } while !texts.isEmpty
                } while position.isBehind
            }
            try await writer.finish(nil)
        }
        return Response(
            status: .ok,
            headers: [.contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store, no-transform"],
            body: body
        )
    }

    private struct Position {
        /// The sequence number of the last event that was considered.
        var number: Int64
        /// Whether there are more events than a page has, as far as is known.
        var isBehind = true
    }

    /// Returns the texts of the next events, and moves the position behind them.
    private func next(_ position: inout Position, _ filter: EventFilter) async throws -> [String] {
        if !position.isBehind {
            let page = try await parts.hub.page(after: position.number, as: form)
            if !page.isFull {
                position.number = page.events.last?.number ?? position.number
                return zip(page.events, page.texts).lazy.filter { filter.matches($0.0) }.map(\.1)
            }
        }
        let (last, form) = (position.number, form)
        let (newest, page, texts) = try await parts.reader.read { store in
            let newest = try store.events.newestNumber()
            let page = try store.events.emitted(after: last, limit: Self.pageSize, filter)
            return (newest, page, try form.texts(page, store))
        }
        position.isBehind = page.count == Self.pageSize
        // Events of others that are not in the page need not be considered again.
        position.number = max(page.last?.number ?? last, position.isBehind ? 0 : newest)
        return texts
    }

    /// Removes the first texts, as many as are sent at a time, and joins them; `nil` where there are none.
    static func piece(of texts: inout ArraySlice<String>) -> ByteBuffer? {
        guard !texts.isEmpty else { return nil }
        var piece = ByteBuffer()
        while piece.readableBytes < pieceSize, let text = texts.popFirst() { piece.writeString(text) }
        return piece
    }

    /// Each event has its sequence number and a document.
    static func texts(_ emitted: [EmittedEvent], _ documents: [some Encodable]) -> [String] {
        zip(emitted, documents).map { emitted, document in
            let data = String(decoding: JSONDocument.encoded(document), as: UTF8.self)
            return "id: \(emitted.number)\nevent: \(emitted.event.kind.name)\ndata: \(data)\n\n"
        }
    }

    /// The sequence number after which the stream begins: the client's last one, or the newest.
    private func startNumber(_ call: ServiceCall) async throws -> Int64 {
        if let text = call.header("Last-Event-ID") ?? call.word("last_event_id") {
            guard let number = Int64(text), number >= 0 else {
                throw Problem.invalid("`\(text)` is not the id of an event of this stream", field: "Last-Event-ID")
            }
            return number
        }
        return try await parts.reader.read { try $0.events.newestNumber() }
    }
}

enum EventQuery {
    private static let kinds = ["Registered", "Unregistered", "Entered", "Dwell", "Exited", "Heartbeat", "Error"]

    static func filter(_ call: ServiceCall, _ reader: StoreReader) async throws -> EventFilter {
        let kinds = call.word("kind")?.split(separator: ",").map(String.init) ?? []
        if let unknown = kinds.first(where: { !Self.kinds.contains($0) }) {
            throw Problem.invalid(
                "`\(unknown)` is not a kind of event, expected some of \(Self.kinds.joined(separator: ", "))",
                field: "kind"
            )
        }
        return EventFilter(
            device: try await reader.device(call),
            member: try await reader.member(call),
            facility: try await reader.facility(call),
            kinds: Set(kinds),
            since: try call.time("since"),
            until: try call.time("until")
        )
    }
}

/// The names and fields of the Gym Visits document, listed in `docs/events.md`.
struct EventDocument: Encodable, Sendable {
    private let event: GeofenceEvent

    init(_ event: GeofenceEvent) {
        self.event = event
    }

    private enum Member: String, CodingKey {
        case eventID = "event_id"
        case visitID = "visit_id"
        case occurredAt = "occurred_at"
        case observedAt = "observed_at"
        case kind, device
        // Deprecated: `geofenceId`, `geofenceIds` and the members of `throwable`.
        case facility, facilities, code, message
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Member.self)
        try members.encode(event.id.text, forKey: .eventID)
        try members.encode(event.kind.name, forKey: .kind)
        try members.encode(event.device.text, forKey: .device)
        try members.encode(event.occurredAt.iso8601, forKey: .occurredAt)
        try members.encode(event.observedAt.iso8601, forKey: .observedAt)
        try members.encodeIfPresent(event.kind.visit?.text, forKey: .visitID)
        try EventFields(event.kind, at: event.location, formerNames: [.accuracyMeters]).encode(to: encoder)
        switch event.kind {
        case .registered(let ids): try members.encode(ids.map(\.text), forKey: .facilities)
        case .unregistered(let ids): try members.encodeIfPresent(ids?.map(\.text), forKey: .facilities)
        case .entered(let id, _), .dwell(let id, _), .exited(let id, _): try members.encode(id.text, forKey: .facility)
        case .heartbeat: break
        case .error(let code, let message):
            try members.encode(code, forKey: .code)
            try members.encode(message, forKey: .message)
        }
    }
}

/// Closes the connection of a client that does not read its events.
///
/// Such a client would hold events in memory, and delay the stop of the service: a connection with unsent data does not
/// close by itself.
final class ListenerWatch: Sendable {
    /// For a client to read a piece.
    static let patienceSeconds: Int64 = 30
    /// For a client to read the rest once the service stops.
    static let endingSeconds: Int64 = 2

    private let channel: any Channel
    private let isEnding: @Sendable () -> Bool
    private let state = Mutex(State())

    private struct State {
        /// When the current write began; `nil` where there is none.
        var sendingSince: NIODeadline?
        var task: RepeatedTask?
    }

    init(_ channel: any Channel, isEnding: @escaping @Sendable () -> Bool) {
        self.channel = channel
        self.isEnding = isEnding
        let second = TimeAmount.seconds(1)
        let task = channel.eventLoop.scheduleRepeatedTask(initialDelay: second, delay: second) { [weak self] _ in
            self?.look(at: .now())
        }
        state.withLock { $0.task = task }
    }

    func begin() { state.withLock { $0.sendingSince = .now() } }

    /// Records that the client has read the piece.
    func finish() { state.withLock { $0.sendingSince = nil } }

    static func isTooSlow(since: NIODeadline, at time: NIODeadline, isEnding: Bool) -> Bool {
        time - since >= .seconds(isEnding ? endingSeconds : patienceSeconds)
    }

    /// Stops watching; where the service stops, the connection is closed soon even if some data is unsent.
    func end() {
        state.withLock { $0.task }?.cancel()
        guard isEnding() else { return }
        channel.eventLoop.scheduleTask(in: .seconds(Self.endingSeconds)) { [channel] in channel.close(promise: nil) }
    }

    private func look(at time: NIODeadline) {
        guard let since = state.withLock({ $0.sendingSince }),
            Self.isTooSlow(since: since, at: time, isEnding: isEnding())
        else { return }
        channel.close(promise: nil)
    }
}
