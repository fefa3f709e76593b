import GeofenceEngine
import Interchange
import MemberEngine
import Testing
import TimelineTestSupport
import VisitModel
import VisitStore

@testable import DeviceEngine
@testable import VisitPipeline

/// A real store with a few generated places on a line of latitude, and the fixes of phones around them.
struct SmallWorld {
    let store: VisitStore

    static let start = SmallPlaces.start
    static let now = SmallPlaces.now

    /// Creates a store with places `p00`, `p01`, … on the 45th parallel, each a constant distance east of the previous
    /// one.
    init(places: Int = 3, apart meters: Double = 800) throws {
        store = try VisitStore.temporary()
        try setFacilities((0..<places).map { try Self.place($0, eastMeters: Double($0) * meters) })
    }

    /// Creates a store with facilities.
    init(facilities: [Facility]) throws {
        store = try VisitStore.temporary()
        try setFacilities(facilities)
    }

    /// Imports facilities, effective from a time on.
    func setFacilities(_ facilities: [Facility], from time: Timestamp = start, replace: Bool = false) throws {
        _ = try store.facilities.importRows(replace: replace, effectiveFrom: time) { importer in
            for facility in facilities { _ = try importer.upsert(facility) }
        }
    }

    static func place(_ number: Int, eastMeters: Double, northMeters: Double = 0) throws -> Facility {
        try SmallPlaces.place(number, eastMeters: eastMeters, northMeters: northMeters)
    }

    static func placeID(_ number: Int) throws -> FacilityID { try SmallPlaces.placeID(number) }

    static func coordinate(east: Double, north: Double = 0) throws -> Coordinate {
        try SmallPlaces.coordinate(east: east, north: north)
    }

    static func minute(_ minutes: Double) -> Timestamp { SmallPlaces.minute(minutes) }

    func pipeline(
        _ policy: EvaluationPolicy = .standard,
        selection: SelectionOptions = SelectionOptions()
    ) throws -> VisitPipeline {
        try VisitPipeline(store: store, policy: policy, selection: selection)
    }

    /// Ingests fixes with a new ingest.
    @discardableResult
    func ingest(
        _ fixes: [TrackFix],
        batchSize: Int = 100_000,
        policy: EvaluationPolicy = .standard
    ) throws -> IngestSummary {
        var ingest = try pipeline(policy).ingest()
        var summary = IngestSummary()
        var rest = fixes[...]
        while !rest.isEmpty {
            summary.add(try ingest.apply(Array(rest.prefix(batchSize)), observedAt: Self.now))
            rest = rest.dropFirst(batchSize)
        }
        return summary
    }

    func dump(includesEngineState: Bool = true) throws -> [String] {
        var lines: [String] = []
        try store.logicalDump(includesEngineState: includesEngineState) { lines.append($0) }
        return lines
    }

    /// The lines of some tables of the dump.
    func dump(of tables: Set<String>) throws -> [String] {
        try dump().filter { line in line.firstIndex(of: "\t").map { tables.contains(String(line[..<$0])) } ?? false }
    }

    func visits(includesWithdrawn: Bool = false) throws -> [Visit] {
        try store.visits.all(matching: VisitFilter(includesWithdrawn: includesWithdrawn))
    }

    func facts() throws -> [VisitFacts] { try VisitFacts.all(in: store) }

    func events(_ device: String? = nil) throws -> [GeofenceEvent] {
        try store.events.all(matching: EventFilter(device: try device.map { try DeviceID($0) }))
    }
}

/// Expects two lists to be equal, and shows the first difference instead of both lists.
func expectSame<Line: Equatable & CustomStringConvertible>(
    _ lines: [Line],
    _ expected: [Line],
    _ comment: Comment,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    guard lines != expected else { return }
    let difference = expected.difference(from: lines)
    let surplus = difference.removals.prefix(3).map { "\($0.item)" }
    let missing = difference.insertions.prefix(3).map { "\($0.item)" }
    Issue.record(
        """
        \(comment): \(lines.count) lines, expected \(expected.count)
        not expected: \(surplus.joined(separator: "\n              "))
        missing:      \(missing.joined(separator: "\n              "))
        """,
        sourceLocation: sourceLocation
    )
}

extension CollectionDifference.Change {
    fileprivate var item: ChangeElement {
        switch self {
        case .insert(_, let element, _), .remove(_, let element, _): element
        }
    }
}

/// All of a visit but its id.
struct VisitFacts: Hashable, Comparable, CustomStringConvertible {
    let description: String

    init(_ visit: Visit) {
        let times = [visit.enteredAt, visit.dwelledAt, visit.exitedAt].map { $0?.description ?? "-" }
        description =
            "\(visit.member) \(visit.facility) \(times.joined(separator: " ")) \(visit.device?.text ?? "-") \(visit.status.rawValue) "
            + "\(visit.evidence.rawValue) \(visit.verdict.rawValue) \(visit.month) \(visit.localDate) "
            + "\(visit.fixesInside) \(visit.lastProofAt) \(visit.depthMeters) \(visit.doubts.names) \(visit.policyVersion)"
    }

    static func < (lhs: Self, rhs: Self) -> Bool { lhs.description < rhs.description }

    /// The visits of a store without their ids, sorted; without those of a member where one is given.
    static func all(in store: VisitStore, but member: MemberID? = nil) throws -> [VisitFacts] {
        try store.visits.all().filter { $0.member != member }.map(VisitFacts.init).sorted()
    }
}

/// All of an event but its id, its visit's id and its observation time.
struct EventFacts: Hashable, Comparable, CustomStringConvertible {
    let description: String

    init(_ event: GeofenceEvent) {
        let what: String
        switch event.kind {
        case .registered(let facilities): what = "\(facilities)"
        case .unregistered(let facilities): what = facilities.map { "\($0)" } ?? "all"
        case .error(let code, _): what = code
        case .entered(let facility, _), .dwell(let facility, _), .exited(let facility, _): what = "\(facility)"
        case .heartbeat: what = ""
        }
        description = "\(event.device) \(event.occurredAt) \(event.kind.name) \(what)"
    }

    static func < (lhs: Self, rhs: Self) -> Bool { lhs.description < rhs.description }

    static func all(in store: VisitStore) throws -> [EventFacts] {
        try store.events.all().map(EventFacts.init).sorted()
    }
}
