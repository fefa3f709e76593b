import StoreTestSupport
import Testing
import VisitModel

@testable import VisitStore

/// A store with two gyms, a phone and endpoints, and messages with readable bodies.
struct OutboxScene {
    let store: VisitStore
    let device: DeviceKey

    init() throws {
        store = try VisitStore.temporary()
        try store.load([gym("a", name: "Gym A"), gym("b", name: "Gym B")])
        device = try store.devices.ensure(DeviceID("x"), member: MemberID("anna"), platform: .ios)
    }

    /// A composer for entries and ends; the body is a line with the change.
    static let composer = MessageComposer(
        changes: { published, after in
            var before: Visit.Facts?
            if case .facts(let facts, _) = published { before = facts }
            return (before == nil ? [VisitChange(.visitEntered, at: after.enteredAt)] : [])
                + (before?.exitedAt == nil ? after.exitedAt.map { [VisitChange(.visitExited, at: $0)] } ?? [] : [])
        },
        areProvisional: { _, _, lateness in lateness.inputSeconds > 0 },
        body: { message, includesLocation in
            if case .deviceEvent(let report) = message.content, case .registered(let ids) = report.event {
                return Array("\(message.type.rawValue) \(ids.map(\.text))".utf8)
            }
            guard case .visit(let visit) = message.content else { return Array("\(message.type.rawValue)".utf8) }
            let place = includesLocation ? visit.location.map { " at \($0.coordinate.latitude)" } ?? "" : ""
            let counts = "\(visit.monthCount)/\(visit.monthCountAtFacility)"
            return Array("\(visit.visit.id) \(visit.sequence) \(visit.facilityName) \(counts)\(place)".utf8)
        }
    )

    static func publishing(_ seconds: Double = 0) -> OutboxSettings { OutboxSettings(composer, at: .march(seconds)) }

    @discardableResult
    func add(
        _ id: String,
        types: Set<MessageType>? = nil,
        facilities: Set<FacilityID>? = nil,
        includesLocation: Bool = false
    ) throws -> StoredEndpoint {
        let endpoint = WebhookEndpoint(
            id: try EndpointID(id),
            url: "https://example.com/\(id)",
            types: types,
            facilities: facilities,
            includesLocation: includesLocation
        )
        try store.endpoints.add(endpoint, secret: [1, 2], at: .march())
        return try #require(try store.endpoints.find(endpoint.id))
    }

    func visit(_ id: String, _ facility: String = "a", ended: Bool = false, counted: Bool = false) throws -> Visit {
        Visit(
            id: try VisitID(id),
            member: try MemberID("anna"),
            device: try DeviceID("x"),
            facility: try FacilityID(facility),
            enteredAt: .march(0),
            dwelledAt: nil,
            exitedAt: ended ? .march(900) : nil,
            status: ended ? .closed : .open,
            evidence: .none,
            verdict: counted ? .counted : .tooShort,
            month: try Month("2024-03"),
            localDate: CivilDate(daysSince1970: 0),
            fixesInside: 1,
            lastProofAt: .march(0),
            depthMeters: 1,
            doubts: [],
            policyVersion: "p"
        )
    }

    func write(_ visits: Visit..., events: [JournalEvent] = [], at seconds: Double = 0) throws {
        var commit = DeviceCommit(device: device, state: [], stateFormat: 1, policyVersion: "p", newestFixAt: nil)
        commit.visits = visits
        commit.events = events
        try store.commit([commit], publishing: Self.publishing(seconds))
    }

    /// The messages that are due for an endpoint, as text.
    func due(_ endpoint: StoredEndpoint, at seconds: Double = 1e6) throws -> [String] {
        try store.outbox.due(to: endpoint.key, at: .march(seconds), limit: 1000).due
            .map { String(decoding: $0.body, as: UTF8.self) }
    }

    /// Records the same outcome for every due message.
    func finish(_ endpoint: StoredEndpoint, at seconds: Double, limit: Int = 1000, _ next: FinishedAttempt.Next) throws
    {
        let due = try store.outbox.due(to: endpoint.key, at: .march(seconds), limit: limit).due
        let attempts = due.map {
            FinishedAttempt(
                $0,
                at: .march(seconds),
                tookMilliseconds: 5,
                outcome: "answered",
                status: next == .delivered ? 200 : 500,
                detail: nil,
                response: [],
                next: next
            )
        }
        try store.outbox.record(attempts, [], publishing: Self.publishing(seconds))
    }

    func states(_ endpoint: String) throws -> [String] {
        var states: [String] = []
        try store.outbox.forEach(matching: DeliveryFilter(endpoint: EndpointID(endpoint))) {
            states.append("\($0.subject) \($0.state.rawValue) \($0.attempts)")
        }
        return states.reversed()
    }
}
