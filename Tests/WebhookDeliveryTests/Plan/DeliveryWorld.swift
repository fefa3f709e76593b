import SeededRandom
import Testing
import VisitModel

@testable import WebhookDelivery

/// A service, its messages and its receivers, on a clock of their own, that asks a `DeliveryPlan` what to do.
///
/// It holds the plan against what it knows itself, which is everything.
struct DeliveryWorld {
    enum Manner: CaseIterable { case fast, slow, failing, limiting, hanging, dying }

    struct Message {
        var endpoint: Int
        var due: Timestamp
        var attempt = 1
        var isUnderWay = false
        var isDone = false
    }

    enum Event {
        case arrive(endpoint: Int, count: Int)
        case read(endpoint: Int, requested: Int)
        case end(message: Int, outcome: AttemptOutcome)
        case list([Int])
    }

    let seed: UInt64
    var generator: SeededGenerator
    var plan: DeliveryPlan<Int>
    let manners: [Manner]
    let schedule: RetrySchedule
    var now = Timestamp(milliseconds: 1_760_000_000_000)
    var messages: [Message] = []
    /// Of each endpoint, the messages that are not done.
    var open: [[Int]]
    var listed: Set<Int> = []
    var reading: Set<Int> = []
    /// Until when an endpoint is not read again because reading failed.
    var failedUntil: [Int: Timestamp] = [:]
    var events: [Int: Event] = [:]
    var times = DueTimes<Int>()
    var nextEvent = 0
    /// How many requests there had been when an endpoint began to wait for its turn.
    var waitsSince: [Int: Int] = [:]
    var turns = 0
    var highest = 0

    init(seed: UInt64, endpoints: Int, totalLimit: Int) throws {
        self.seed = seed
        var draw = SeededGenerator(seed: seed)
        plan = DeliveryPlan(totalLimit: totalLimit)
        manners = (0..<endpoints).map { _ in Manner.allCases[Int(draw.next() % 6)] }
        generator = draw
        open = Array(repeating: [], count: endpoints)
        schedule = try #require(
            RetrySchedule(waits: [0, 5, 60, 600, 3600].map { .seconds($0) }, jitterPercent: 20)
        )
    }

    mutating func add(_ event: Event, afterMilliseconds wait: Int64) {
        events[nextEvent] = event
        times.set(nextEvent, Timestamp(milliseconds: now.milliseconds + wait))
        nextEvent += 1
    }

    /// Runs until nothing is left to happen.
    mutating func run() {
        var steps = 0
        while steps < 200_000 {
            steps += 1
            while let event = times.popFirst(notAfter: now).flatMap({ events.removeValue(forKey: $0) }) {
                happen(event)
            }
            ask()
            let wake = plan.nextWake(now: now)
            #expect(wake.map { $0 > now } ?? true, "seed \(seed): nothing is wanted and still it wakes at once")
            guard let next = [wake, times.first].compactMap({ $0 }).min(), next > now else { return }
            now = next
        }
        Issue.record("seed \(seed): it does not come to an end")
    }

    private mutating func happen(_ event: Event) {
        switch event {
        case .arrive(let endpoint, let count):
            for _ in 0..<count {
                open[endpoint].append(messages.count)
                messages.append(Message(endpoint: endpoint, due: now))
            }
            if Bool.random(using: &generator) { plan.wake() } else { plan.wake(endpoint) }
        case .read(let endpoint, let requested):
            read(endpoint, requested)
        case .end(let message, let outcome):
            end(message, outcome)
        case .list(let endpoints):
            listed = Set(endpoints)
            plan.setEndpoints(endpoints)
        }
    }

    private mutating func read(_ endpoint: Int, _ requested: Int) {
        reading.remove(endpoint)
        if Int.random(in: 0..<50, using: &generator) == 0 {
            let again = now.advanced(bySeconds: 1)
            failedUntil[endpoint] = again
            plan.readDue(endpoint, got: 0, requested: requested, nextDue: again)
            return
        }
        let waiting = open[endpoint].filter { !messages[$0].isUnderWay }
        let found = waiting.filter { messages[$0].due <= now }.prefix(requested)
        let later = waiting.map { messages[$0].due }.filter { $0 > now }.min()
        plan.readDue(endpoint, got: found.count, requested: requested, nextDue: found.count == requested ? nil : later)
        if found.isEmpty { return }
        plan.started(endpoint, count: found.count)
        for message in found {
            messages[message].isUnderWay = true
            let (outcome, wait) = answer(manners[endpoint])
            add(.end(message: message, outcome: outcome), afterMilliseconds: wait)
        }
    }

    private mutating func end(_ message: Int, _ outcome: AttemptOutcome) {
        let verdict = schedule.verdict(on: outcome, attempt: messages[message].attempt, using: &generator)
        let endpoint = messages[message].endpoint
        messages[message].isUnderWay = false
        switch verdict {
        case .delivered, .dead:
            messages[message].isDone = true
            open[endpoint].removeAll { $0 == message }
        case .retry(let wait):
            messages[message].due = now.advanced(by: wait)
            messages[message].attempt += 1
        case .putBack: break
        }
        plan.finished(endpoint, outcome: outcome, verdict: verdict, now: now)
    }

    private mutating func answer(_ manner: Manner) -> (AttemptOutcome, Int64) {
        let good = AttemptOutcome.answered(status: 200, retryAfter: nil)
        let chance = Int.random(in: 0..<10, using: &generator)
        switch manner {
        case .fast: return (good, Int64.random(in: 1...50, using: &generator))
        case .slow: return (chance == 0 ? .interrupted : good, Int64.random(in: 500...9_000, using: &generator))
        case .failing: return (chance < 6 ? .answered(status: 500, retryAfter: nil) : good, 20)
        case .limiting: return (chance < 3 ? .answered(status: 429, retryAfter: .seconds(chance * 7)) : good, 100)
        case .hanging: return (.timedOut, 15_000)
        case .dying: return (chance < 5 ? .unreachable : good, Int64.random(in: 1...200, using: &generator))
        }
    }

    /// Asks until nothing is wanted.
    private mutating func ask() {
        while true {
            let requests = plan.wanted(now: now)
            check(requests)
            if requests.isEmpty { break }
            for request in requests {
                reading.insert(request.endpoint)
                if Bool.random(using: &generator) {
                    read(request.endpoint, request.count)
                } else {
                    let wait = Int64.random(in: 1...20, using: &generator)
                    add(.read(endpoint: request.endpoint, requested: request.count), afterMilliseconds: wait)
                }
            }
        }
        for endpoint in manners.indices {
            if isHeldBackByTheTotal(endpoint) {
                #expect(plan.underWay == plan.totalLimit, "seed \(seed): \(endpoint) could be sent to")
                waitsSince[endpoint] = waitsSince[endpoint] ?? turns
            } else {
                waitsSince[endpoint] = nil
            }
        }
        highest = max(highest, plan.underWay)
    }

    private func isHeldBackByTheTotal(_ endpoint: Int) -> Bool {
        guard listed.contains(endpoint), !reading.contains(endpoint), failedUntil[endpoint].map({ $0 <= now }) ?? true,
            let pace = plan.pace(of: endpoint),
            pace.room(inFlight: plan.inFlight(to: endpoint), now: now) > 0
        else { return false }
        return open[endpoint].contains { !messages[$0].isUnderWay && messages[$0].due <= now }
    }

    private mutating func check(_ requests: [DeliveryPlan<Int>.Request]) {
        #expect(Set(requests.map(\.endpoint)).count == requests.count, "seed \(seed): an endpoint twice")
        for request in requests {
            let inFlight = plan.inFlight(to: request.endpoint)
            let room = plan.pace(of: request.endpoint)?.room(inFlight: inFlight, now: now) ?? 0
            #expect((1...max(1, room)).contains(request.count) && room > 0, "seed \(seed): more than its room")
            #expect(listed.contains(request.endpoint) && !reading.contains(request.endpoint), "seed \(seed)")
            if manners[request.endpoint] == .hanging { #expect(inFlight + request.count <= 4, "seed \(seed)") }
            if let since = waitsSince.removeValue(forKey: request.endpoint) {
                #expect(turns - since < manners.count, "seed \(seed): \(request.endpoint) waited for its turn")
            }
            turns += 1
        }
        #expect(plan.underWay <= plan.totalLimit, "seed \(seed): more than the total")
        let inFlight = manners.indices.reduce(0) { $0 + plan.inFlight(to: $1) }
        let really = open.joined().count { messages[$0].isUnderWay }
        #expect(inFlight == really && plan.underWay >= inFlight, "seed \(seed): miscounted")
    }
}
