internal import HTTPTransport
internal import VisitModel
internal import VisitStore
internal import WebhookDelivery

/// Everything about delivery but the sending itself: what is sent now, and what follows from how it went.
///
/// It has no clock and no network. Its owner sends what `takeDue(_:)` hands out, and gives every outcome back to
/// `settle(_:_:)`; nothing of it is on record before that.
struct DeliveryDesk: Sendable {
    let store: VisitStore
    let seal: SecretSeal
    let schedule: RetrySchedule
    /// How long one try may take.
    let timeout: Duration
    /// Where the jitter comes from.
    var generator: any RandomNumberGenerator & Sendable
    private var plan: DeliveryPlan<EndpointKey>
    /// The endpoints that are enabled and usable.
    private var endpoints: [EndpointKey: DeskEndpoint] = [:]
    /// The endpoints that are enabled and not usable, each with the revision that is so.
    ///
    /// Their messages wait.
    private var unusable: [EndpointKey: Int] = [:]
    private var underWay: [EndpointKey: Set<MessageKey>] = [:]

    init(
        store: VisitStore,
        seal: SecretSeal,
        schedule: RetrySchedule = .standard,
        totalLimit: Int = 1024,
        timeout: Duration = .seconds(20),
        generator: any RandomNumberGenerator & Sendable
    ) {
        self.store = store
        self.seal = seal
        self.schedule = schedule
        self.timeout = timeout
        self.generator = generator
        self.plan = DeliveryPlan(totalLimit: totalLimit)
    }

    /// How many tries were taken and are not settled.
    var underWayCount: Int { underWay.values.reduce(0) { $0 + $1.count } }

    /// One try that is to be made.
    struct Try: Sendable {
        let delivery: DueDelivery
        let startedAt: Timestamp
        /// What is sent; a failure is the outcome already.
        let request: Result<HTTPRequest, HTTPTransportError>
    }

    /// One try that was made.
    struct Outcome: Sendable {
        let attempt: Try
        let exchange: HTTPExchange
    }

    /// Reads the endpoints anew, and looks for messages that others may have queued.
    ///
    /// - Returns: what is wrong with endpoints that can't be sent to, where that is new.
    mutating func refresh() throws -> [DeliveryNews] {
        var news: [DeliveryNews] = []
        var current: [EndpointKey: DeskEndpoint] = [:]
        for endpoint in try store.endpoints() where endpoint.disabling == nil {
            let key = endpoint.key
            if let known = endpoints[key], known.revision == endpoint.revision {
                current[key] = known
            } else if unusable[key] != endpoint.revision {
                do {
                    current[key] = try DeskEndpoint(endpoint, seal)
                    unusable[key] = nil
                } catch {
                    unusable[key] = endpoint.revision
                    news.append(.unusableEndpoint(endpoint.endpoint.id, "\(error)"))
                }
            }
        }
        endpoints = current
        plan.setEndpoints(Array(current.keys))
        plan.wake()
        return news
    }

    /// Takes what is due and may be sent now.
    ///
    /// - Parameter now: the time.
    /// - Returns: the tries to make, each of which has to be settled, and what kept others from being read.
    mutating func takeDue(_ now: Timestamp) -> (tries: [Try], problem: (any Error)?) {
        var (tries, problem): ([Try], (any Error)?) = ([], nil)
        while true {
            let wanted = plan.wanted(now: now)
            guard !wanted.isEmpty else { return (tries, problem) }
            for request in wanted {
                do {
                    tries += try read(request.endpoint, request.count, now)
                } catch {
                    // What was read before has to be sent: it is under way. The rest is read later.
                    problem = error
                    let later = now.advanced(by: Self.patience)
                    plan.readDue(request.endpoint, got: 0, asked: request.count, nextDue: later)
                }
            }
        }
    }

    /// How long it waits before it reads again where the database could not be read.
    private static let patience = Duration.seconds(1)

    private mutating func read(_ key: EndpointKey, _ count: Int, _ now: Timestamp) throws -> [Try] {
        guard let endpoint = endpoints[key] else {
            plan.readDue(key, got: 0, asked: count, nextDue: nil)
            return []
        }
        let found = try store.dueDeliveries(to: key, at: now, limit: count, besides: underWay[key] ?? [])
        plan.readDue(key, got: found.due.count, asked: count, nextDue: found.nextDueAt)
        guard !found.due.isEmpty else { return [] }
        plan.started(key, count: found.due.count)
        underWay[key, default: []].formUnion(found.due.map(\.message))
        return found.due.map {
            Try(delivery: $0, startedAt: now, request: endpoint.request($0, now, timeout: timeout))
        }
    }

    /// Decides what follows from how tries went, and puts it on record in one transaction.
    ///
    /// - Parameters:
    ///   - outcomes: how they went.
    ///   - now: the time.
    /// - Returns: what an operator should hear of.
    /// - Throws: `VisitStoreError`; nothing has changed then, and the same outcomes can be settled again.
    mutating func settle(_ outcomes: [Outcome], _ now: Timestamp) throws -> [DeliveryNews] {
        guard !outcomes.isEmpty else { return [] }
        var settlement = DeliverySettlement(schedule: schedule, endpoints: endpoints, now: now)
        for outcome in outcomes { settlement.add(outcome, using: &generator) }
        let disabled = try store.note(
            settlement.attempts,
            settlement.endpointChanges,
            telling: Telling(.standard, at: now)
        )
        for (key, health) in settlement.health { endpoints[key]?.health = health }
        for endpoint in disabled { endpoints[endpoint.key] = nil }
        if !disabled.isEmpty { plan.setEndpoints(Array(endpoints.keys)) }
        for (outcome, decision) in zip(outcomes, settlement.decisions) {
            let key = outcome.attempt.delivery.endpoint
            underWay[key]?.remove(outcome.attempt.delivery.message)
            plan.finished(key, outcome: decision.outcome, verdict: decision.verdict, now: now)
            // What was delivered or given up lets the next message of its visit go.
            if decision.verdict == .delivered || decision.verdict == .dead { plan.wake(key) }
        }
        // Who is disabled is news to other endpoints.
        if !disabled.isEmpty { plan.wake() }
        return settlement.news + disabled.map { .endpointDisabled($0.endpoint.id, $0.disabling?.reason ?? .byHand) }
    }
}
