import GRDB
import HTTPTransport
import Synchronization
import Testing
import VisitModel
import VisitStore

@testable import VisitPipeline

/// A world with a manual clock and the reports of a worker.
struct WorkerScene {
    let world: SmallWorld
    let clock = PlayedClock(SmallWorld.now)
    let reports = Reports()

    /// The URL of each endpoint ends with its id.
    init(endpoints: [String] = ["partner"]) throws {
        world = try SmallWorld()
        for id in endpoints { try world.addEndpoint(id, url: "http://127.0.0.1:9/\(id)") }
    }

    /// A worker that by default checks for due messages only at the start.
    func worker(
        _ transport: any HTTPSending,
        _ options: WorkerOptions = WorkerOptions(tick: .seconds(3600)),
        store: VisitStore? = nil
    ) throws -> WebhookWorker {
        try WebhookWorker(
            store: store ?? world.store,
            keyFile: world.endpoints.keyFile,
            transport: transport,
            options: options,
            now: { [clock] in clock.read() },
            report: { [reports] in reports.add($0) }
        )
    }

    /// Queues a message for each visit, or two for one that has ended.
    func queue(visits: Range<Int>, ended: Bool = false) throws {
        try world.queue(visits: visits, ended: ended, clock.time)
    }

    /// The recorded attempts, grouped by message.
    func attempts() throws -> [AttemptReport] {
        try world.messages().flatMap { message in
            try world.store.outbox.attempts(of: MessageID(message.id)).map(\.attempt)
        }
    }
}

extension SmallWorld {
    /// Queues the messages of visits that have just begun, and optionally ended.
    func queue(visits: Range<Int>, ended: Bool = false, _ now: Timestamp) throws {
        for number in visits {
            let start = Self.minute(Double(number) * 200)
            for step in 0..<(ended ? 2 : 1) {
                try write(visit: number, from: start, endedAt: step == 1 ? start.advanced(bySeconds: 900) : nil, now)
            }
        }
    }

    /// Executes SQL over another connection, behind the store's back.
    func meddle(_ sql: String) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        try DatabaseQueue(path: store.path, configuration: configuration).write { try $0.execute(sql: sql) }
    }

    /// Makes every record of an attempt fail from now on, as on a full disk.
    func breakRecords() throws {
        try meddle(
            """
            CREATE TRIGGER broken BEFORE UPDATE ON webhook_delivery BEGIN SELECT RAISE(ABORT, 'the disk is full'); END
            """
        )
    }

    func mendRecords() throws { try meddle("DROP TRIGGER broken") }
}

/// A manual clock that can wait for its reads.
final class PlayedClock: Sendable {
    private struct State {
        var time: Timestamp
        var reads = 0
        var waiter: (total: Int, continuation: CheckedContinuation<Void, Never>)?
    }

    private let state: Mutex<State>

    init(_ time: Timestamp) {
        state = Mutex(State(time: time))
    }

    var time: Timestamp { state.withLock { $0.time } }

    func advance(_ duration: Duration) {
        state.withLock { $0.time = $0.time.advanced(by: duration) }
    }

    func read() -> Timestamp {
        let (time, waiter) = state.withLock { state -> (Timestamp, CheckedContinuation<Void, Never>?) in
            state.reads += 1
            guard let waiter = state.waiter, state.reads >= waiter.total else { return (state.time, nil) }
            state.waiter = nil
            return (state.time, waiter.continuation)
        }
        waiter?.resume()
        return time
    }

    /// Waits for a number of further reads: a worker reads the clock at each step.
    func reads(_ count: Int) async {
        await withCheckedContinuation { continuation in
            state.withLock { $0.waiter = ($0.reads + count, continuation) }
        }
    }
}

/// The notices for an operator.
final class Reports: Sendable {
    private let lines = Mutex<[DeliveryReportLine]>([])

    var all: [DeliveryReportLine] { lines.withLock { $0 } }
    /// The notices without an endpoint.
    var troubles: [DeliveryReportLine] { all.filter { $0.endpoint == nil } }

    func add(_ line: DeliveryReportLine) {
        lines.withLock { $0.append(line) }
    }
}
