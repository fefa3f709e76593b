import SQLiteStorage
import StoreTestSupport
import Testing
import VisitModel

@testable import VisitStore

@Suite("Changes of visits that are collected before messages are made of them")
struct CollectedChangesTests {
    /// A store whose messages are a line with the type, the sequence, the visit's status, and when the change was
    /// detected.
    struct Scene {
        let outbox: OutboxScene
        let endpoint: StoredEndpoint

        init() throws {
            outbox = try OutboxScene()
            endpoint = try outbox.add("e")
        }

        var store: VisitStore { outbox.store }

        static let composer = MessageComposer(
            changes: { published, after in
                switch published {
                case .nothing:
                    return after.isTakenBack ? [] : [VisitChange(.visitEntered, at: after.enteredAt)]
                case .withheld: return []
                case .facts(let facts, let hasExited):
                    guard facts != after.facts else { return [] }
                    let ends = after.status == .closed && !hasExited
                    return [VisitChange(ends ? .visitExited : .visitCorrected, at: ends ? after.exitedAt : nil)]
                }
            },
            areProvisional: { changes, _, lateness in
                lateness.inputSeconds > 0 || changes.allSatisfy { $0.type == .visitCorrected }
            },
            body: { message, includesLocation in
                guard case .visit(let visit) = message.content else { return [] }
                let place = includesLocation ? visit.location.map { " at \($0.coordinate.latitude)" } ?? "" : ""
                let seconds = Int(Timestamp.march().seconds(to: visit.observedAt))
                let line = "\(message.type.rawValue) \(visit.sequence) \(visit.visit.status) \(seconds)\(place)"
                return Array(line.utf8)
            }
        )

        static func publishing(_ seconds: Double, collects: Bool = true) -> OutboxSettings {
            OutboxSettings(composer, at: .march(seconds), collects: collects)
        }

        func write(_ visit: Visit, late: Bool = true, at seconds: Double, events: [JournalEvent] = []) throws {
            var commit = DeviceCommit(
                device: outbox.device,
                state: [],
                stateFormat: 1,
                policyVersion: "p",
                newestFixAt: nil
            )
            commit.visits = [visit]
            commit.events = events
            commit.lateSeconds = late ? 900 : 0
            try store.commit([commit], publishing: Self.publishing(seconds))
        }

        /// The visit `v`, which ended `end` seconds after the start, or is open.
        func visit(_ end: Double?, _ status: Visit.Status? = nil) throws -> Visit {
            var visit = try outbox.visit("v")
            visit.exitedAt = end.map { .march($0) }
            visit.status = status ?? (end == nil ? .open : .closed)
            return visit
        }

        /// Makes the messages that are due; returns the number of visits.
        @discardableResult
        func publish(at seconds: Double, limit: Int = 100) throws -> Int {
            try store.outbox.publishCollected(Self.publishing(seconds), limit: limit)
        }

        /// What a check of the database says of collected changes.
        func findings() throws -> [IntegrityFinding] {
            try store.check().filter { ["collected_change", "reference"].contains($0.rule) }
        }

        /// Every message queued for the endpoint, in order.
        func messages() throws -> [String] {
            var ids: [MessageID] = []
            try store.outbox.forEach(matching: DeliveryFilter(endpoint: endpoint.endpoint.id)) {
                ids.append($0.message)
            }
            return try ids.reversed().map { String(decoding: try store.outbox.body(of: $0) ?? [], as: UTF8.self) }
        }
    }

    private let scene: Scene

    init() throws { scene = try Scene() }

    private var dueAt: Timestamp? { get throws { try scene.store.outbox.mark().collectedDueAt } }

    @Test("A visit is reported once, as it is a minute after its last change")
    func quiet() throws {
        try scene.write(scene.visit(nil), late: false, at: 0)
        for number in 0..<30 { try scene.write(scene.visit(600 + Double(number)), at: 10 + Double(number)) }
        #expect(try scene.messages() == ["visit.entered 1 open 0"])
        #expect(try scene.store.outbox.collectedCount() == 1)
        #expect(try dueAt == .march(99))
        #expect(try scene.publish(at: 98.9) == 0)
        #expect(try scene.publish(at: 99) == 1)
        #expect(try scene.messages() == ["visit.entered 1 open 0", "visit.exited 2 closed 39"])
        #expect(try dueAt == nil)
        #expect(try scene.publish(at: 1_000) == 0)
    }

    @Test("A visit that keeps changing is reported a quarter of an hour after the first change at the latest")
    func longest() throws {
        try scene.write(scene.visit(600), late: false, at: 0)
        for number in 0..<40 { try scene.write(scene.visit(700 + Double(number)), at: 100 + 30 * Double(number)) }
        #expect(try dueAt == .march(1_000))
        #expect(try scene.publish(at: 1_000) == 1)
        try scene.write(scene.visit(999), at: 1_001)
        #expect(try dueAt == .march(1_061))
    }

    @Test("A fix that only adds proof does not prolong the wait")
    func proof() throws {
        try scene.write(scene.visit(600), late: false, at: 0)
        try scene.write(scene.visit(700), at: 10)
        var visit = try scene.visit(700)
        visit.lastProofAt = .march(650)
        visit.fixesInside += 1
        try scene.write(visit, late: false, at: 50)
        #expect(try dueAt == .march(70))
        #expect(try scene.publish(at: 70) == 1)
    }

    @Test("A change that is taken back is not reported")
    func takenBack() throws {
        try scene.write(scene.visit(600), late: false, at: 0)
        try scene.write(scene.visit(700), at: 10)
        try scene.write(scene.visit(600), at: 20)
        #expect(try scene.store.outbox.collectedCount() == 0)
        #expect(try scene.publish(at: 1_000) == 0)
        #expect(try scene.messages() == ["visit.entered 1 closed 0"])
    }

    @Test("A visit that is withdrawn before it was reported is not reported, and from its entry when it comes back")
    func neverReported() throws {
        try scene.write(scene.visit(600), at: 0)
        try scene.write(scene.visit(600, .withdrawn), at: 10)
        #expect(try scene.publish(at: 1_000) == 0)
        #expect(try scene.messages().isEmpty)
        try scene.write(scene.visit(700), at: 2_000)
        #expect(try scene.publish(at: 2_060) == 1)
        #expect(try scene.messages() == ["visit.entered 1 closed 2000"])
        #expect(try scene.findings().isEmpty)
    }

    @Test("A step of a live phone is reported at once, with what was collected")
    func flushed() throws {
        try scene.write(scene.visit(nil), late: false, at: 0)
        try scene.write(scene.visit(500, .timedOut), at: 10)
        #expect(try scene.store.outbox.collectedCount() == 1)
        try scene.write(scene.visit(600), late: false, at: 20)
        #expect(try scene.messages() == ["visit.entered 1 open 0", "visit.exited 2 closed 20"])
        #expect(try scene.store.outbox.collectedCount() == 0)
    }

    @Test("A person's decision is reported at once, with what was collected")
    func reviewed() throws {
        try scene.write(scene.visit(600), late: false, at: 0)
        try scene.write(scene.visit(700), at: 10)
        let review = VisitReview.Edit(decision: .declined, note: "", reviewer: "r", at: .march(20))
        try scene.store.visits.review(VisitID("v"), review, publishing: Scene.publishing(20, collects: false))
        #expect(try scene.messages() == ["visit.entered 1 closed 0", "visit.corrected 2 declined 20"])
        #expect(try scene.store.outbox.collectedCount() == 0)
    }

    @Test("An exit is reported as such once")
    func exitOnce() throws {
        try scene.write(scene.visit(600, .timedOut), late: false, at: 0)
        for (number, status) in [Visit.Status.closed, .timedOut, .closed].enumerated() {
            try scene.write(scene.visit(700 + Double(number), status), at: 100 * Double(number + 1))
            try scene.publish(at: 100 * Double(number + 1) + 60)
        }
        #expect(
            try scene.messages() == [
                "visit.entered 1 timedOut 0", "visit.exited 2 closed 100", "visit.corrected 3 timedOut 200",
                "visit.corrected 4 closed 300",
            ]
        )
    }

    @Test("With a quiet time of 0 every change is reported at once")
    func notCollected() throws {
        try scene.store.settings.setCollectionPeriods(CollectionPeriods(quietSeconds: 0, delaySeconds: 900))
        try scene.write(scene.visit(600), late: false, at: 0)
        for number in 0..<3 { try scene.write(scene.visit(700 + Double(number)), at: 10) }
        #expect(try scene.messages().count == 4)
        #expect(throws: StorageError.self) { try CollectionPeriods(quietSeconds: 3_601, delaySeconds: 900) }
        #expect(throws: StorageError.self) { try CollectionPeriods(quietSeconds: 60, delaySeconds: -1) }
    }

    @Test("Periods that were changed apply to the next change")
    func periods() throws {
        #expect(try scene.store.settings.collectionPeriods() == .standard)
        try scene.store.settings.setCollectionPeriods(CollectionPeriods(quietSeconds: 5, delaySeconds: 7))
        try scene.write(scene.visit(600), late: false, at: 0)
        try scene.write(scene.visit(700), at: 10)
        #expect(try dueAt == .march(15))
        try scene.write(scene.visit(800), at: 14)
        #expect(try dueAt == .march(17))
    }

    @Test("Messages are made of what is due longest first, up to the limit")
    func limit() throws {
        var commit = DeviceCommit(
            device: scene.outbox.device,
            state: [],
            stateFormat: 1,
            policyVersion: "p",
            newestFixAt: nil
        )
        commit.visits = try (0..<10).map { try scene.outbox.visit("v\($0)") }
        commit.lateSeconds = 900
        try scene.store.commit([commit], publishing: Scene.publishing(0))
        #expect(try scene.publish(at: 60, limit: 4) == 4)
        #expect(try scene.publish(at: 60, limit: 4) == 4)
        #expect(try scene.publish(at: 60, limit: 4) == 2)
        #expect(try scene.messages().count == 10)
    }

    @Test("A step that was collected has the location of its fix, for endpoints that requested it")
    func location() throws {
        let curious = try scene.outbox.add("curious", includesLocation: true)
        let entered = JournalEvent.Kind.entered(try FacilityID("a"), visit: try VisitID("v"))
        try scene.write(scene.visit(nil), at: 0, events: [try event("e1", at: 1, entered)])
        try scene.publish(at: 60)
        #expect(try scene.outbox.due(curious) == ["visit.entered 1 open 0 at 45.5"])
        #expect(try scene.messages() == ["visit.entered 1 open 0"])
    }

    @Test("An endpoint that was added in the meantime gets the messages; without endpoints there are none")
    func endpoints() throws {
        try scene.write(scene.visit(nil), at: 0)
        let late = try scene.outbox.add("late")
        try scene.publish(at: 60)
        #expect(try scene.outbox.due(late) == ["visit.entered 1 open 0"])

        try scene.write(scene.visit(600), at: 100)
        var other = try scene.outbox.visit("other")
        try scene.write(other, at: 100)
        for endpoint in [late, scene.endpoint] { try scene.store.endpoints.remove(endpoint.key) }
        #expect(try scene.publish(at: 200) == 0)
        #expect(try scene.store.outbox.collectedCount() == 0)
        let new = try scene.outbox.add("new")
        other.lastProofAt = .march(5)
        try scene.write(other, at: 300)
        #expect(try scene.outbox.due(new).isEmpty, "a visit from before the endpoint")
        #expect(try scene.findings().isEmpty)
    }

    @Test("A disabled endpoint gets the messages when it is enabled")
    func disabled() throws {
        try scene.store.endpoints.disable(scene.endpoint.key, .init(at: .march(), reason: .byHand))
        try scene.write(scene.visit(nil), at: 0)
        try scene.publish(at: 60)
        #expect(try scene.outbox.states("e") == ["v pending 0"])
    }

    @Test("They outlive the process, and are erased with their member")
    func durable() throws {
        try scene.write(scene.visit(600), late: false, at: 0)
        try scene.write(scene.visit(700), at: 10)
        #expect(try scene.store.dump().count { $0.hasPrefix("collected_change") } == 1)
        do {
            let reopened = try VisitStore(path: scene.store.path)
            #expect(try reopened.outbox.mark().collectedDueAt == .march(70))
        }
        _ = try scene.store.privacy.erase(MemberID("anna"))
        #expect(try scene.store.outbox.collectedCount() == 0)
        #expect(try scene.publish(at: 100) == 0)
        #expect(try scene.findings().isEmpty)
    }

    @Test("What is due is found by its index")
    func plan() throws {
        let details = try scene.store.planDetails(CollectedChanges.dueSQL)
        #expect(details.contains { $0.contains("collected_change_due") }, "\(details)")
        #expect(!details.contains { $0.contains("TEMP B-TREE") || $0.contains("SCAN v") }, "\(details)")
    }
}
