internal import HTTPTypes
internal import Synchronization
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// The listeners of the live streams, and the pages of events that they share.
///
/// However many streams there are, the events of a change are read and formatted once for each form of a stream. A
/// stream that is behind the others reads pages of its own.
///
/// Lock order: `state` alone; no store is read and no continuation is resumed while it is held.
final class EventHub: Sendable {
    /// The form of a stream's events.
    struct Form: Sendable {
        /// Streams with the same name share pages.
        let name: String
        /// Makes the text of each event, in order.
        let texts: @Sendable ([EmittedEvent], VisitStore) throws -> [String]
    }

    /// The events after a position, in order.
    struct Page: Sendable {
        let after: Int64
        let events: [EmittedEvent]
        /// The text of each event.
        let texts: [String]
        /// Whether there may be more.
        let isFull: Bool
    }

    /// The most streams of a token.
    static let streamsOfToken = 1_000
    /// Read at a time.
    static let pageSize = 500

    private struct Position: Hashable {
        let form: String
        let after: Int64
    }

    private struct Waiter {
        /// The number of the notification that the page has to include.
        let notice: Int
        let continuation: CheckedContinuation<Page, any Error>
    }

    /// A page that is being read.
    private struct Flight {
        /// The number of the newest notification before it was begun.
        let notice: Int
        var waiters: [Waiter]
    }

    private struct State {
        var latest: [String: (page: Page, notice: Int)] = [:]
        var flights: [Position: Flight] = [:]
        var streams: [TokenID: Int] = [:]
        var streamCount = 0
        var nextSeat = 0
    }

    private let feed: LiveFeed
    private let reader: StoreReader
    private let uptime: @Sendable () -> Duration
    private let state = Mutex(State())

    /// `uptime` is a monotonic clock.
    init(feed: LiveFeed, reader: StoreReader, uptime: @escaping @Sendable () -> Duration) {
        self.feed = feed
        self.reader = reader
        self.uptime = uptime
    }

    // MARK: - Pages

    /// Returns the events after a position, as they are now or were after the newest notification.
    func page(after number: Int64, as form: Form) async throws -> Page {
        let notice = feed.noticeCount
        return try await withCheckedThrowingContinuation { continuation in
            let waiter = Waiter(notice: notice, continuation: continuation)
            let position = Position(form: form.name, after: number)
            let (known, begins) = state.withLock { state -> (Page?, Bool) in
                if let latest = state.latest[form.name], latest.page.after == number, latest.notice >= notice {
                    return (latest.page, false)
                }
                guard state.flights[position] == nil else {
                    state.flights[position]?.waiters.append(waiter)
                    return (nil, false)
                }
                state.flights[position] = Flight(notice: notice, waiters: [waiter])
                return (nil, true)
            }
            if let known { continuation.resume(returning: known) }
            if begins { read(position, form) }
        }
    }

    private func read(_ position: Position, _ form: Form) {
        reader.enqueue { [self] store in
            let result = Result { () throws -> Page in
                let events = try store.events.emitted(after: position.after, limit: Self.pageSize)
                return Page(
                    after: position.after,
                    events: events,
                    texts: try events.isEmpty ? [] : form.texts(events, store),
                    isFull: events.count == Self.pageSize
                )
            }
            let notice = feed.noticeCount
            let (waiters, continues) = state.withLock { state -> ([Waiter], Bool) in
                guard let flight = state.flights.removeValue(forKey: position) else { return ([], false) }
                if case .success(let page) = result { state.latest[form.name] = (page, flight.notice) }
                let late = flight.waiters.filter { $0.notice > flight.notice }
                if !late.isEmpty { state.flights[position] = Flight(notice: notice, waiters: late) }
                return (flight.waiters.filter { $0.notice <= flight.notice }, !late.isEmpty)
            }
            for waiter in waiters { waiter.continuation.resume(with: result) }
            // Those that asked after it was begun may want what was emitted meanwhile.
            if continues { read(position, form) }
        }
    }

    // MARK: - Listeners

    /// The place of a stream among the others, until it is released.
    final class Seat: Sendable {
        private let number: Int
        private let token: TokenID
        private let hub: EventHub

        fileprivate init(_ number: Int, _ token: TokenID, _ hub: EventHub) {
            (self.number, self.token, self.hub) = (number, token, hub)
        }

        deinit { hub.leave(token) }

        /// How long the stream waits before it sends what has changed.
        var pause: Duration {
            StreamTurns(count: hub.state.withLock { $0.streamCount }).wait(of: number, at: hub.uptime())
        }
    }

    /// Admits a stream; throws `Problem` where its token has too many.
    func join(_ token: TokenID) throws(Problem) -> Seat {
        let number = state.withLock { state -> Int? in
            guard state.streams[token, default: 0] < Self.streamsOfToken else { return nil }
            state.streams[token, default: 0] += 1
            state.streamCount += 1
            state.nextSeat += 1
            return state.nextSeat
        }
        guard let number else {
            throw Problem(
                .tooManyRequests,
                "too_many_streams",
                "this token has \(Self.streamsOfToken) open streams of events; close some, or share one",
                retryAfterSeconds: 5
            )
        }
        return Seat(number, token, self)
    }

    private func leave(_ token: TokenID) {
        state.withLock { state in
            state.streamCount -= 1
            let count = (state.streams[token] ?? 1) - 1
            state.streams[token] = count == 0 ? nil : count
        }
    }
}

/// The turns in which many streams send what has changed, so that they do not all write at once while phones wait.
///
/// Each stream has a turn in every interval, at a time of its own. The interval is such that there are at most `rate`
/// turns a second; with few streams there are no turns, and each sends at once.
struct StreamTurns: Hashable {
    /// Turns a second.
    static let rate = 2_500.0
    /// The shortest interval, in seconds; below, streams send at once.
    static let shortest = 0.02

    /// The number of streams.
    let count: Int

    /// How long a stream waits at a time of a monotonic clock, at most an interval.
    func wait(of number: Int, at time: Duration) -> Duration {
        let interval = Double(count) / Self.rate
        guard interval >= Self.shortest else { return .zero }
        // The golden ratio distributes consecutive numbers evenly.
        let offset = (Double(number) * 0.618_033_988_749_895).truncatingRemainder(dividingBy: 1) * interval
        let past = (time / .seconds(1) - offset).truncatingRemainder(dividingBy: interval)
        return .seconds(past <= 0 ? -past : interval - past)
    }
}
