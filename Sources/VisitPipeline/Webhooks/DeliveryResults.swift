internal import HTTPTransport
internal import VisitModel
internal import VisitStore
internal import WebhookDelivery

/// The decisions on finished attempts, collected to be written in one transaction.
struct DeliveryResults {
    private let schedule: RetrySchedule
    private let endpoints: [EndpointKey: SigningEndpoint]
    private let now: Timestamp
    private(set) var attempts: [FinishedAttempt] = []
    /// In order.
    private(set) var decisions: [(outcome: AttemptOutcome, verdict: DeliveryVerdict)] = []
    /// The health of each endpoint with an attempt.
    private(set) var health: [EndpointKey: EndpointHealth] = [:]
    private(set) var notices: [DeliveryNotice] = []
    /// The local errors reported so far.
    private var lacks: Set<String> = []
    private var disablings: [EndpointKey: WebhookEndpoint.DisablingReason] = [:]

    init(schedule: RetrySchedule, endpoints: [EndpointKey: SigningEndpoint], now: Timestamp) {
        self.schedule = schedule
        self.endpoints = endpoints
        self.now = now
    }

    mutating func add(_ made: DeliveryScheduler.Outcome, using generator: inout any RandomNumberGenerator & Sendable) {
        let delivery = made.attempt.delivery
        let outcome = AttemptOutcome(made.exchange, at: now)
        let verdict = schedule.verdict(on: outcome, attempt: delivery.tries + 1, using: &generator)
        decisions.append((outcome, verdict))
        guard let attempt = FinishedAttempt(delivery, made, verdict, now) else {
            // The same local error is reported once.
            if case .failure(let error) = made.exchange.result, outcome == .unable, lacks.insert(error.message).inserted
            {
                notices.append(.unable(error.message))
            }
            return
        }
        attempts.append(attempt)
        if let endpoint = endpoints[delivery.endpoint] {
            var health = health[delivery.endpoint] ?? endpoint.health
            if let reason = health.record(outcome, at: now) { disablings[delivery.endpoint] = reason }
            self.health[delivery.endpoint] = health
        }
        let name = endpoints[delivery.endpoint]?.id
        notices.append(.tried(delivery.id, name, made.exchange, verdict))
    }

    var endpointChanges: [EndpointChange] {
        health.compactMap { key, health in
            let disabling = disablings[key]
            guard disabling != nil || health.failingSince != endpoints[key]?.health.failingSince else { return nil }
            return EndpointChange(
                endpoint: key,
                failingSince: health.failingSince,
                disabling: disabling.map { StoredEndpoint.Disabling(at: now, reason: $0) }
            )
        }
    }
}

/// A change to report to the operator.
enum DeliveryNotice: Sendable {
    case tried(MessageID, EndpointID?, HTTPExchange, DeliveryVerdict)
    case endpointDisabled(EndpointID, WebhookEndpoint.DisablingReason)
    /// No attempt was possible, for a local reason.
    case unable(String)
    /// An endpoint can't be used, because its stored data is invalid.
    case unusableEndpoint(EndpointID, String)
}

extension FinishedAttempt {
    /// Makes the record of an attempt; `nil` for one that does not count.
    fileprivate init?(
        _ delivery: DueDelivery,
        _ made: DeliveryScheduler.Outcome,
        _ verdict: DeliveryVerdict,
        _ now: Timestamp
    ) {
        let next: Next
        switch verdict {
        case .delivered: next = .delivered
        case .dead: next = .dead
        case .putBack: return nil
        case .retry(let wait): next = .tryAgain(at: now.advanced(by: wait))
        }
        let (outcome, status, detail, response): (String, Int?, String?, [UInt8])
        switch made.exchange.result {
        case .success(let answer):
            (outcome, status, detail, response) = ("answered", answer.status, nil, answer.body)
        case .failure(let error):
            (outcome, status, detail, response) = (error.code.description, nil, error.message, [])
        }
        self.init(
            delivery,
            at: made.attempt.startedAt,
            tookMilliseconds: made.exchange.duration.wholeMilliseconds,
            outcome: outcome,
            status: status,
            detail: detail,
            response: response,
            next: next
        )
    }
}
