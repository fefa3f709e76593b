import HTTPTransport
import SeededRandom
import Testing
import VisitModel
import VisitStore
import WebhookDelivery

@testable import VisitPipeline

/// A delivery scheduler with a manual clock and simulated receivers.
struct DeliveryScene {
    let world: SmallWorld
    var now: Timestamp
    var scheduler: DeliveryScheduler
    /// Every delivery attempt.
    var tries: [(at: Timestamp, delivery: DueDelivery)] = []
    /// The notices for an operator.
    var notices: [DeliveryNotice] = []

    init(_ world: SmallWorld, seed: UInt64 = 7, totalLimit: Int = 1024) throws {
        self.world = world
        self.now = SmallWorld.now
        self.scheduler = DeliveryScheduler(
            store: world.store,
            cipher: try world.endpoints.keyFile.open(),
            totalLimit: totalLimit,
            generator: SeededGenerator(seed: seed)
        )
    }

    /// Queues the messages of visits that have just begun, and optionally ended.
    mutating func queue(visits: Range<Int>, ended: Bool = false) throws {
        try world.queue(visits: visits, ended: ended, now)
    }

    /// Sends every message that may be sent, to receivers that respond at once.
    mutating func deliver(_ answer: (DueDelivery) -> HTTPExchange) throws {
        notices += try scheduler.refresh()
        while true {
            let taken = scheduler.fetchDue(now)
            if let problem = taken.problem { throw problem }
            guard !taken.tries.isEmpty else { return }
            tries += taken.tries.map { (now, $0.delivery) }
            notices += try scheduler.record(
                taken.tries.map { .init(attempt: $0, exchange: answer($0.delivery)) },
                now
            )
        }
    }

    /// Advances the clock in steps, sending messages that become due.
    mutating func advance(
        _ duration: Duration,
        step: Duration = .seconds(60),
        _ answer: (DueDelivery) -> HTTPExchange
    ) throws {
        let end = now.advanced(by: duration)
        while now < end {
            now = min(end, now.advanced(by: step))
            try deliver(answer)
        }
    }

    /// The endpoints that were disabled, with the reasons.
    var disabled: [String] {
        notices.compactMap {
            if case .endpointDisabled(let id, let reason) = $0 { "\(id) \(reason.rawValue)" } else { nil }
        }
    }
}

extension HTTPExchange {
    /// A response.
    static func answer(_ status: Int, retryAfter: String? = nil, body: String = "") -> HTTPExchange {
        let response = HTTPResponse(status: status, retryAfter: retryAfter, body: Array(body.utf8))
        return HTTPExchange(result: .success(response), duration: .milliseconds(12))
    }

    /// A failure.
    static func failure(_ code: HTTPTransportError.Code) -> HTTPExchange {
        HTTPExchange(result: .failure(HTTPTransportError(code, "it failed")), duration: .seconds(20))
    }
}

extension SmallWorld {
    /// Writes a visit as the engine would, and queues or collects its message.
    func write(
        visit number: Int,
        from start: Timestamp,
        endedAt end: Timestamp?,
        lateSeconds: Double = 0,
        _ now: Timestamp
    ) throws {
        let device = Device(id: try DeviceID("phone"), member: try MemberID("ann"), platform: .ios)
        let key = try #require(try store.devices.ensure([device]).first)
        var commit = DeviceCommit(device: key, state: [], stateFormat: 0, policyVersion: "test", newestFixAt: start)
        commit.visits = [
            Visit(
                id: try VisitID("visit-\(number)"),
                member: device.member,
                device: device.id,
                facility: try Self.placeID(0),
                enteredAt: start,
                dwelledAt: nil,
                exitedAt: end,
                status: end == nil ? .open : .closed,
                evidence: .none,
                verdict: .tooShort,
                month: start.localMonth(in: .utc),
                localDate: start.localDate(in: .utc),
                fixesInside: 1,
                lastProofAt: start,
                depthMeters: 1,
                doubts: [],
                policyVersion: "test"
            )
        ]
        commit.lateSeconds = lateSeconds
        try store.commit([commit], publishing: OutboxSettings(.standard, at: now, collects: true))
    }
}
