import TrackingTestSupport
import Testing
import TrackingEngine
import VisitModel

/// A simulated phone with a store and a connection; it performs an upload's effects and checks the invariants.
struct UploadBench {
    var queue = UploadQueue()
    var config: TrackingConfig
    var network = UploadNetwork.wifi
    var now = UploadWorld.now
    /// The comment of a failed expectation.
    var context: Comment = ""

    /// The records that are stored, oldest first, and whether they are locked.
    private(set) var stored: [(record: UploadRecord, isLocked: Bool)] = []
    /// The requests in flight.
    private(set) var open: [UploadRequest] = []
    /// The records that the store has selected and not delivered yet.
    private(set) var selection: [UploadRecord]?
    /// The times of the timers by request.
    private(set) var timers: [Int: Timestamp] = [:]
    /// Records in the order in which a server first saw them.
    private(set) var seen: [String] = []
    /// Records of the requests that were answered with 200 to 299.
    private(set) var taken: Set<String> = []
    /// All requests, in the order in which they were made.
    private(set) var requests: [UploadRequest] = []
    private(set) var events: [HttpEvent] = []
    private(set) var authorizations: [AuthorizationEvent] = []
    private(set) var commands: [RemoteCommand] = []
    private(set) var outcomes: [Int: SyncOutcome] = [:]
    private(set) var tokens: [AuthorizationTokens] = []
    private var count = 0

    init(_ config: TrackingConfig = UploadWorld.config(), records: Int = 0) {
        self.config = config
        for _ in 0..<records { add() }
    }

    var situation: UploadSituation {
        UploadSituation(config: config, waitingCount: waiting, network: network, now: now)
    }

    var waiting: Int { stored.count { !$0.isLocked } }
    var names: [String] { stored.map(\.record.uuid) }
    var lockedNames: [String] { stored.filter(\.isLocked).map(\.record.uuid) }
    /// The names in each request for records, in order.
    var sent: [[String]] { requests.filter { $0.purpose == .records }.map(\.records) }
    var refreshes: Int { requests.count { $0.purpose == .tokens } }

    /// Stores a record without a trigger.
    mutating func add() {
        count += 1
        let name = "r\(count)"
        stored.append((UploadRecord(uuid: name, json: Array("{\"uuid\":\"\(name)\"}".utf8)), false))
    }

    /// Stores a record and triggers the upload with its reason.
    mutating func record(_ reason: TrackedLocation.Reason? = nil) {
        add()
        trigger(.recorded(reason))
    }

    mutating func trigger(_ trigger: UploadTrigger) { perform(queue.trigger(trigger, in: situation)) }

    /// Delivers the store's selection to the queue.
    mutating func select() {
        guard let records = selection else { return }
        selection = nil
        perform(queue.selected(records, in: situation))
    }

    /// Answers the request in flight.
    mutating func answer(_ status: Int, _ body: String = "") {
        answer(.response(status: status, body: Array(body.utf8)))
    }

    mutating func answer(_ answer: UploadResult) {
        guard let request = open.first else { return }
        see(request)
        open.removeAll()
        if case .response(200...299, _) = answer, request.purpose == .records { taken.formUnion(request.records) }
        perform(queue.answered(answer, to: request.id, in: situation))
    }

    /// Fires the request's timer; the server may have received the request all the same.
    mutating func timeOut() {
        guard let request = open.first, let time = timers[request.id] else { return }
        see(request)
        now = max(now, time)
        timers[request.id] = nil
        perform(queue.timedOut(request.id, in: situation))
    }

    /// Delivers an answer to a request that is not, or no longer, in flight.
    mutating func answerLate(_ id: Int) {
        guard open.first?.id != id else { return }
        #expect(queue.answered(.response(status: 200, body: []), to: id, in: situation) == [], context)
    }

    /// Ends the process and starts another.
    mutating func crash() {
        if let request = open.first { see(request) }
        open = []
        selection = nil
        timers = [:]
        queue = UploadQueue()
        perform(queue.launch())
    }

    private mutating func see(_ request: UploadRequest) {
        guard request.purpose == .records else { return }
        for name in request.records where !seen.contains(name) { seen.append(name) }
    }

    private mutating func perform(_ effects: [UploadEffect]) {
        for effect in effects { perform(effect) }
        #expect(open.count <= 1 && timers.keys.sorted() == open.map(\.id), context)
        // A pending selection holds locks of its own; otherwise exactly the records in flight are locked.
        if selection == nil { #expect(lockedNames.sorted() == queue.recordsInFlight.sorted(), context) }
    }

    private mutating func perform(_ effect: UploadEffect) {
        switch effect {
        case .unlockAll: for index in stored.indices { stored[index].isLocked = false }
        case .select(let limit, let order):
            #expect(selection == nil && open.isEmpty, context)
            let waiting = stored.filter { !$0.isLocked }.map(\.record)
            let ordered = order == .ascending ? waiting : waiting.reversed()
            let records = Array(ordered.prefix(limit ?? ordered.count))
            lock(records.map(\.uuid), true)
            selection = records
        case .send(let request):
            #expect(open.isEmpty, context)
            #expect(Set(request.records).isSubset(of: lockedNames), context)
            open.append(request)
            requests.append(request)
        case .armTimer(let id, let time): timers[id] = time
        case .cancelTimer(let id): timers[id] = nil
        case .cancelRequest(let id): open.removeAll { $0.id == id }
        case .delete(let names):
            #expect(taken.isSuperset(of: names), context)
            #expect(Set(names).isSubset(of: lockedNames), context)
            stored.removeAll { names.contains($0.record.uuid) }
        case .unlock(let names):
            #expect(Set(names).isSubset(of: lockedNames), context)
            lock(names, false)
        case .storeTokens(let tokens):
            self.tokens.append(tokens)
            config.authorization.apply(tokens)
        case .perform(let commands): self.commands += commands.commands
        case .emit(.http(let event)): events.append(event)
        case .emit(.authorization(let event)): authorizations.append(event)
        case .finishSync(let id, let outcome):
            #expect(outcomes[id] == nil, context)
            outcomes[id] = outcome
        }
    }

    private mutating func lock(_ names: [String], _ isLocked: Bool) {
        for index in stored.indices where names.contains(stored[index].record.uuid) {
            #expect(stored[index].isLocked != isLocked, context)
            stored[index].isLocked = isLocked
        }
    }
}

extension UploadBench {
    /// Runs until a healthy server has accepted everything, and issues tokens where they are requested.
    mutating func drain(limit: Int = 10_000) {
        var steps = 0
        while !queue.isIdle, steps < limit {
            steps += 1
            if selection != nil {
                select()
            } else if let request = open.first {
                if request.purpose == .tokens {
                    answer(200, #"{"access_token":"new\#(steps)","expires_in":3600}"#)
                } else {
                    answer(200)
                }
            }
        }
        #expect(steps < limit, context)
    }
}
