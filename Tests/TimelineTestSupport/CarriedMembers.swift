internal import DeviceEngine
package import GeofenceEngine
package import Interchange
package import MemberEngine
package import VisitModel

/// Members whose records are carried as bytes from one batch of fixes to the next, without a store.
package struct CarriedMembers {
    private let policy: EvaluationPolicy
    private var timeline: TimelineContext
    private var directory: FacilityDirectory
    /// The facilities that a member may visit; a member who is not in it may visit all.
    private let lists: [MemberID: Set<FacilityID>]
    /// The encoded records, by member.
    package private(set) var states: [MemberID: [UInt8]] = [:]
    /// Every visit that was returned, in its last state.
    private var returned: [VisitID: Visit] = [:]
    package private(set) var summary = IngestSummary()

    package init(
        facilities: [Facility],
        policy: EvaluationPolicy = .standard,
        lists: [MemberID: Set<FacilityID>] = [:]
    ) {
        self.policy = policy
        self.lists = lists
        directory = Self.directory(of: facilities)
        timeline = TimelineContext(history: directory.history, policy: policy)
    }

    /// Passes other facilities to the batches that follow; those without a value keep the numbers of the others.
    package mutating func setFacilities(_ facilities: [Facility?]) {
        directory = Self.directory(of: facilities)
        timeline = TimelineContext(history: directory.history, policy: policy)
    }

    private static func directory(of facilities: [Facility?]) -> FacilityDirectory {
        FacilityDirectory(
            facilities.enumerated().compactMap { number, facility in
                guard let facility, let key = FenceKey(exactly: number + 1) else { return nil }
                return FenceHistory.Version(fence: Fence(key: key, facility: facility, defaultTimeZone: .utc))
            }
        )
    }

    /// Continues from a record with the next batch.
    package mutating func carry(_ record: MemberRecord) { states[record.member] = record.encoded() }

    /// Applies fixes in batches; each batch continues from the bytes of the one before.
    package mutating func ingest(
        _ fixes: [TrackFix],
        batchSize: Int = 100_000,
        observedAt: Timestamp = SmallPlaces.now
    ) throws {
        let context = EvaluationContext(timeline, directory, observed: ObservedTimes(observedAt))
        var rest = fixes[...]
        while !rest.isEmpty {
            var batch: [Device: [ReceivedInput]] = [:]
            for track in rest.prefix(batchSize) {
                let device = Device(
                    id: track.device,
                    member: try track.member ?? MemberID(track.device.text),
                    platform: track.platform ?? .ios,
                    isPlatformKnown: track.platform != nil
                )
                batch[device, default: []].append(ReceivedInput(input: .fix(track.fix), receivedAt: track.receivedAt))
            }
            for (member, parts) in Dictionary(grouping: batch, by: \.key.member) {
                try advance(
                    member,
                    by: parts.sorted { $0.key.id < $1.key.id }.map { ($0.key, .received($0.value)) },
                    context
                )
            }
            rest = rest.dropFirst(batchSize)
        }
    }

    private mutating func advance(
        _ member: MemberID,
        by inputs: [(device: Device, inputs: MemberEvaluation.Inputs)],
        _ context: EvaluationContext
    ) throws {
        var record = try states[member].map { try MemberRecord($0) } ?? MemberRecord(of: member)
        let outcome = try record.advance(by: inputs, list: lists[member], context)
        states[member] = record.encoded()
        summary.add(outcome.summary)
        for visit in outcome.commits.flatMap(\.visits) { returned[visit.id] = visit }
    }

    /// The visits that were not withdrawn, by member and time.
    package var visits: [Visit] {
        returned.values.filter { $0.status != .withdrawn }
            .sorted { ($0.member, $0.enteredAt, $0.id) < ($1.member, $1.enteredAt, $1.id) }
    }
}
