internal import HTTPTransport
internal import VisitModel
internal import VisitStore
internal import WebhookDelivery

/// The scheduler of webhook deliveries: selects the due messages, and decides on the outcome of each attempt.
///
/// It has no clock and no network. Its owner sends the attempts of `fetchDue(_:)`, and passes every outcome to
/// `record(_:_:)`; nothing is recorded before that.
struct DeliveryScheduler: Sendable {
    let store: VisitStore
    let cipher: SecretCipher
    let schedule: RetrySchedule
    /// The timeout of one attempt.
    let timeout: Duration
    /// The random source of the retry jitter.
    var generator: any RandomNumberGenerator & Sendable
    private var plan: DeliveryPlan<EndpointKey>
    /// The enabled and usable endpoints.
    private var endpoints: [EndpointKey: SigningEndpoint] = [:]
    /// The enabled endpoints that can't be used, each with the revision in which that was found; their messages wait.
    private var unusable: [EndpointKey: Int] = [:]
    private var underWay: [EndpointKey: Set<MessageKey>] = [:]

    init(
        store: VisitStore,
        cipher: SecretCipher,
        schedule: RetrySchedule = .standard,
        totalLimit: Int = 1024,
        timeout: Duration = .seconds(20),
        generator: any RandomNumberGenerator & Sendable
    ) {
        self.store = store
        self.cipher = cipher
        self.schedule = schedule
        self.timeout = timeout
        self.generator = generator
        self.plan = DeliveryPlan(totalLimit: totalLimit)
    }

    /// The number of attempts that were started and have no recorded result.
    var underWayCount: Int { underWay.values.reduce(0) { $0 + $1.count } }

    struct Try: Sendable {
        let delivery: DueDelivery
        let startedAt: Timestamp
        /// The request; a failure is already the outcome.
        let request: Result<HTTPRequest, HTTPTransportError>
    }

    struct Outcome: Sendable {
        let attempt: Try
        let exchange: HTTPExchange
    }

    /// Reads the endpoints again, and looks for messages that others may have queued.
    mutating func refresh() throws -> [DeliveryNotice] {
        var notices: [DeliveryNotice] = []
        var current: [EndpointKey: SigningEndpoint] = [:]
        for endpoint in try store.endpoints.all() where endpoint.disabling == nil {
            let key = endpoint.key
            if let known = endpoints[key], known.revision == endpoint.revision {
                current[key] = known
            } else if unusable[key] != endpoint.revision {
                do {
                    current[key] = try SigningEndpoint(endpoint, cipher)
                    unusable[key] = nil
                    // Changed by the operator, who may have requested messages now.
                    if endpoints[key] != nil { plan.resume(key) }
                } catch {
                    unusable[key] = endpoint.revision
                    notices.append(.unusableEndpoint(endpoint.endpoint.id, "\(error)"))
                }
            }
        }
        endpoints = current
        plan.setEndpoints(Array(current.keys))
        plan.wake()
        return notices
    }

    /// Starts the due attempts, within the limits of concurrency.
    ///
    /// The result of each attempt has to be recorded. `problem` is the error that prevented reading others.
    mutating func fetchDue(_ now: Timestamp) -> (tries: [Try], problem: (any Error)?) {
        var (tries, problem): ([Try], (any Error)?) = ([], nil)
        while true {
            let wanted = plan.wanted(now: now)
            guard !wanted.isEmpty else { return (tries, problem) }
            for request in wanted {
                do {
                    tries += try read(request.endpoint, request.count, now)
                } catch {
                    // The attempts read before are started and have to be sent; the rest is read later.
                    problem = error
                    let later = now.advanced(by: Self.patience)
                    plan.readDue(request.endpoint, got: 0, requested: request.count, nextDue: later)
                }
            }
        }
    }

    /// The wait before reading again after an error of the database.
    private static let patience = Duration.seconds(1)

    private mutating func read(_ key: EndpointKey, _ count: Int, _ now: Timestamp) throws -> [Try] {
        guard let endpoint = endpoints[key] else {
            plan.readDue(key, got: 0, requested: count, nextDue: nil)
            return []
        }
        let found = try store.outbox.due(to: key, at: now, limit: count, excluding: underWay[key] ?? [])
        plan.readDue(key, got: found.due.count, requested: count, nextDue: found.nextDueAt)
        guard !found.due.isEmpty else { return [] }
        plan.started(key, count: found.due.count)
        underWay[key, default: []].formUnion(found.due.map(\.message))
        return found.due.map {
            Try(delivery: $0, startedAt: now, request: endpoint.request($0, now, timeout: timeout))
        }
    }

    /// Decides on outcomes of attempts, records them in one transaction, and returns the changes for the operator.
    ///
    /// After a `StorageError` nothing has changed, and the same outcomes can be recorded again.
    mutating func record(_ outcomes: [Outcome], _ now: Timestamp) throws -> [DeliveryNotice] {
        guard !outcomes.isEmpty else { return [] }
        var results = DeliveryResults(schedule: schedule, endpoints: endpoints, now: now)
        for outcome in outcomes { results.add(outcome, using: &generator) }
        let disabled = try store.outbox.record(
            results.attempts,
            results.endpointChanges,
            publishing: OutboxSettings(.standard, at: now)
        )
        for (key, health) in results.health { endpoints[key]?.health = health }
        for endpoint in disabled { endpoints[endpoint.key] = nil }
        if !disabled.isEmpty { plan.setEndpoints(Array(endpoints.keys)) }
        for (outcome, decision) in zip(outcomes, results.decisions) {
            let key = outcome.attempt.delivery.endpoint
            underWay[key]?.remove(outcome.attempt.delivery.message)
            plan.finished(key, outcome: decision.outcome, verdict: decision.verdict, now: now)
            // A delivered or dead message unblocks the next message of its visit.
            if decision.verdict == .delivered || decision.verdict == .dead { plan.wake(key) }
        }
        // Other endpoints receive a message about a disabled one.
        if !disabled.isEmpty { plan.wake() }
        return results.notices + disabled.map { .endpointDisabled($0.endpoint.id, $0.disabling?.reason ?? .byHand) }
    }
}

/// An endpoint with its decrypted secrets.
struct SigningEndpoint: Sendable {
    let id: EndpointID
    let revision: Int
    let target: EndpointTarget
    /// The time since which every attempt has failed.
    var health: EndpointHealth

    /// Decrypts an endpoint's secrets and checks its address.
    init(_ stored: StoredEndpoint, _ cipher: SecretCipher) throws {
        id = stored.endpoint.id
        revision = stored.revision
        func open(_ encrypted: [UInt8]) throws -> WebhookSecret {
            try WebhookSecret(text: cipher.open(encrypted, for: stored.endpoint.id.text))
        }
        var secrets: [(secret: WebhookSecret, until: Timestamp?)] = [(try open(stored.secret), nil)]
        // A previous secret, which expires anyway, is skipped where it can't be decrypted.
        if let previous = stored.previousSecret, let secret = try? open(previous.encrypted) {
            secrets.append((secret, previous.until))
        }
        target = try EndpointTarget(stored.endpoint, secrets: secrets)
        health = EndpointHealth(failingSince: stored.failingSince)
    }

    func request(
        _ delivery: DueDelivery,
        _ now: Timestamp,
        timeout: Duration
    ) -> Result<HTTPRequest, HTTPTransportError> {
        let message = OutgoingMessage(
            id: delivery.id,
            type: delivery.type,
            subject: delivery.subject,
            occurredAt: delivery.occurredAt,
            body: delivery.body
        )
        do {
            return .success(try message.request(to: target, at: now, timeout: timeout))
        } catch {
            return .failure(HTTPTransportError(.invalidURL, "the message can't be signed: \(error)", cause: error))
        }
    }
}
