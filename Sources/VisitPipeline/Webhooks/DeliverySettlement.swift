internal import HTTPTransport
internal import VisitModel
internal import VisitStore
internal import WebhookDelivery

/// What follows from how a load of tries went: decided first, then written at once.
struct DeliverySettlement {
    private let schedule: RetrySchedule
    private let endpoints: [EndpointKey: DeskEndpoint]
    private let now: Timestamp
    /// What is put on record.
    private(set) var attempts: [FinishedAttempt] = []
    /// What was decided on each outcome, in their order.
    private(set) var decisions: [(outcome: AttemptOutcome, verdict: DeliveryVerdict)] = []
    /// The health of each endpoint that was tried.
    private(set) var health: [EndpointKey: EndpointHealth] = [:]
    /// What an operator should hear of.
    private(set) var news: [DeliveryNews] = []
    /// What of our own was lacking.
    private var lacks: Set<String> = []
    private var disablings: [EndpointKey: WebhookEndpoint.DisablingReason] = [:]

    init(schedule: RetrySchedule, endpoints: [EndpointKey: DeskEndpoint], now: Timestamp) {
        self.schedule = schedule
        self.endpoints = endpoints
        self.now = now
    }

    /// Decides on one.
    mutating func add(_ made: DeliveryDesk.Outcome, using generator: inout any RandomNumberGenerator & Sendable) {
        let delivery = made.attempt.delivery
        let outcome = AttemptOutcome(made.exchange, at: now)
        let verdict = schedule.verdict(on: outcome, attempt: delivery.tries + 1, using: &generator)
        decisions.append((outcome, verdict))
        guard let attempt = FinishedAttempt(delivery, made, verdict, now) else {
            // A thousand that lack the same are told once.
            if case .failure(let error) = made.exchange.result, outcome == .unable, lacks.insert(error.message).inserted
            {
                news.append(.unable(error.message))
            }
            return
        }
        attempts.append(attempt)
        if let endpoint = endpoints[delivery.endpoint] {
            var health = health[delivery.endpoint] ?? endpoint.health
            if let reason = health.note(outcome, at: now) { disablings[delivery.endpoint] = reason }
            self.health[delivery.endpoint] = health
        }
        let name = endpoints[delivery.endpoint]?.id
        news.append(.tried(delivery.id, name, made.exchange, verdict))
    }

    /// What changed about endpoints, as it is put on record.
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

/// Something that an operator should hear of.
enum DeliveryNews: Sendable {
    /// A message was tried.
    case tried(MessageID, EndpointID?, HTTPExchange, DeliveryVerdict)
    /// An endpoint is no longer sent anything.
    case endpointDisabled(EndpointID, WebhookEndpoint.DisablingReason)
    /// Nothing could be tried, for a reason of our own.
    case unable(String)
    /// An endpoint can't be sent to, because of what is stored of it.
    case unusableEndpoint(EndpointID, String)
}

extension FinishedAttempt {
    /// A try as it is put on record; `nil` for one that does not count.
    fileprivate init?(
        _ delivery: DueDelivery,
        _ made: DeliveryDesk.Outcome,
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
