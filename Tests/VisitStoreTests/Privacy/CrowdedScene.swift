import SQLiteStorage
import StoreTestSupport
import Testing
import VisitModel

@testable import VisitStore

/// Two members with a row in every table, and others around them.
struct CrowdedScene {
    let store: VisitStore
    /// The names from which all ids of a member are made.
    static let names = ["hannelore-quist", "Björn \"Öst\"/2"]

    init(path: String? = nil, crowd: Int = 0) throws {
        store =
            try path.map { try VisitStore(path: $0, .processEnd, cleanUp: nil) }
            ?? VisitStore.temporary()
        try store.load([gym("a", name: "Gym A"), gym("b", name: "Gym B")])
        try store.endpoints.add(
            WebhookEndpoint(
                id: EndpointID("partner"),
                url: "https://example.com/",
                types: [.visitEntered, .deviceError, .facilityImported],
                includesLocation: true
            ),
            secret: [1],
            at: .march()
        )
        for name in Self.names { try fill(name, number: Self.names.firstIndex(of: name) ?? 0) }
        // Pages fill and are split, so that copies of old content are left in them.
        for index in 0..<crowd { try fill("\(index % 7)-somebody-\(index)", number: 10 + index) }
        try store.quarantine.add([
            unknown("{\"device\": \"\(Self.phone(Self.names[0]))\"}", 1), unknown("nobody in particular", 2),
            unknown("id=Bj%C3%B6rn+%22%C3%96st%22%2F2&lat=1", 3),
        ])
        try store.load([gym("c")])
        try store.trackingOptions.set(
            StoredTrackingOptions(.ios, .live, isOnTrip: false, .document("{}"), updatedAt: .march(9))
        )
    }

    static func phone(_ member: String) -> String { "\(member)'s phone" }

    private func unknown(_ text: String, _ number: UInt8) -> NewQuarantine {
        NewQuarantine(
            app: "app",
            member: nil,
            device: nil,
            code: "c",
            message: "m",
            record: Array(text.utf8),
            digest: [number],
            receivedAt: .march(9)
        )
    }

    /// A composer of every new and every changed visit and every error, with bodies that name the member.
    static let composer = MessageComposer(
        changes: { published, after in
            switch published {
            case .nothing: [VisitChange(.visitEntered, at: after.enteredAt)]
            case .facts(after.facts, _), .withheld: []
            case .facts: [VisitChange(.visitCorrected, at: nil)]
            }
        },
        areProvisional: { _, _, lateness in lateness.inputSeconds > 0 },
        body: { message, includesLocation in
            switch message.content {
            case .visit(let visit):
                let names = "\(quoted(visit.visit.member.text)), \"device\": \(quoted(visit.visit.device?.text ?? ""))"
                return Array("{\"data\": {\"member\": \(names), \"located\": \(includesLocation)}}".utf8)
            case .deviceEvent(let report):
                return Array("{\"data\": {\"device\": \(quoted(report.device.text)), \"x\": 1}}".utf8)
            default: return Array("{\"type\": \"\(message.type.rawValue)\"}".utf8)
            }
        }
    )

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    /// Adds a row to every table for a member.
    private func fill(_ name: String, number: Int) throws {
        let (member, phone) = (try MemberID(name), try DeviceID(Self.phone(name)))
        let device = try store.devices.ensure(phone, member: member, platform: .android)
        try store.members.addFacility(FacilityID("a"), to: member)
        var commit = DeviceCommit(
            device: device,
            state: Array("state of \(name)".utf8),
            stateFormat: 1,
            policyVersion: "p",
            newestFixAt: .march(5)
        )
        commit.checkpoints = [Checkpoint(at: .march(1), state: Array("before of \(name)".utf8))]
        commit.chunks = (0..<3).map { hour in
            FixChunk(
                first: .march(Double(hour) * 3600),
                last: .march(Double(hour) * 3600),
                fixCount: 2,
                fixes: Array("fixes of \(name) \(String(repeating: "way ", count: 40 * hour))".utf8)
            )
        }
        commit.events = [
            try event("e1 \(name)", at: 1, .entered(FacilityID("a"), visit: VisitID("v \(name)"))),
            try event("e2 \(name)", at: 2, .error(code: "c", message: "for \(name)")),
        ]
        commit.stays = [
            StoredStay(
                id: "s \(name)",
                facility: try FacilityID("a"),
                enteredAt: .march(1),
                dwelledAt: nil,
                exitedAt: .march(4),
                status: .closed,
                evidence: .none,
                fixesInside: 1,
                lastProofAt: .march(3),
                depthMeters: 1,
                doubts: [],
                touchedAt: .march(5),
                visit: try VisitID("v \(name)")
            )
        ]
        var visit = try visit(name)
        visit.exitedAt = .march(3)
        commit.visits = [visit]
        commit.fences = PhoneFences(delivered: try store.keys("b"), confirmed: [], changedAt: .march(4))
        let record = NewQuarantine(
            app: "app",
            member: member,
            device: phone,
            code: "c",
            message: "of \(name)",
            record: Array("sent by \(name)".utf8),
            digest: Array(name.utf8),
            receivedAt: .march(2)
        )
        try store.commit(
            [commit],
            publishing: OutboxSettings(Self.composer, at: .march(6)),
            live: true,
            quarantining: [record]
        )
        // Fixes of a file change the registrations of an earlier day.
        var replayed = DeviceCommit(
            device: device,
            state: Array("state of \(name)".utf8),
            stateFormat: 1,
            policyVersion: "p",
            newestFixAt: .march(5)
        )
        replayed.events = [
            try event(registrationID(UInt64(2 * number)), at: -90_000, .registered(store.keys("a", "b"))),
            try event(registrationID(UInt64(2 * number + 1)), at: -80_000, .unregistered(store.keys("b"))),
        ]
        try store.commit([replayed])
        // Late input corrects the visit.
        var late = DeviceCommit(
            device: device,
            state: Array("state of \(name)".utf8),
            stateFormat: 1,
            policyVersion: "p",
            newestFixAt: .march(5)
        )
        late.visits = [try self.visit(name)]
        late.lateSeconds = 900
        try store.commit([late], publishing: OutboxSettings(Self.composer, at: .march(6), collects: true), live: true)
        try store.visits.review(
            VisitID("v \(name)"),
            VisitReview.Edit(decision: nil, note: "ask \(name)", reviewer: "r", at: .march(7))
        )
        for (suffix, bound) in [("m", (member, nil)), ("d", (nil, phone))] as [(String, (MemberID?, DeviceID?))] {
            try store.accessTokens.add(
                AccessTokenRecord(
                    id: TokenID("tok-\(suffix)-\(number)"),
                    note: "for \(name)",
                    role: .ingest,
                    member: bound.0,
                    device: bound.1,
                    platform: .android,
                    digest: [7],
                    createdAt: .march()
                )
            )
        }
        // One delivery attempt, with a response that names the member.
        let endpoint = try #require(try store.endpoints.find(EndpointID("partner")))
        let due = try store.outbox.due(to: endpoint.key, at: .march(8), limit: 100).due
        let attempts = due.map {
            FinishedAttempt(
                $0,
                at: .march(8),
                tookMilliseconds: 1,
                outcome: "answered",
                status: 200,
                detail: "of \(name)",
                response: Array("thanks for \(name)".utf8),
                next: .delivered
            )
        }
        try store.outbox.record(attempts, [], publishing: OutboxSettings(Self.composer, at: .march(8)))
    }

    func visit(_ name: String) throws -> Visit {
        Visit(
            id: try VisitID("v \(name)"),
            member: try MemberID(name),
            device: try DeviceID(Self.phone(name)),
            facility: try FacilityID("a"),
            enteredAt: .march(1),
            dwelledAt: nil,
            exitedAt: .march(4),
            status: .closed,
            evidence: .none,
            verdict: .tooShort,
            month: try Month("2024-03"),
            localDate: CivilDate(daysSince1970: 0),
            fixesInside: 1,
            lastProofAt: .march(3),
            depthMeters: 1,
            doubts: [],
            policyVersion: "p"
        )
    }
}
