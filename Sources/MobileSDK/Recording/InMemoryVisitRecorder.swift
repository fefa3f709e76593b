package import DeviceEngine
package import GeofenceEngine
internal import MobileSDKCore
internal import PhoneOS
internal import Synchronization
public import VisitModel

/// A recorder and catalog in memory, for an app's tests and demonstrations: the service's engine without a
/// database.
///
/// It decides as the service does for one phone with a known clock: the same fixes give the same events and visits.
/// Nothing is stored, times are not corrected, and each late input is evaluated by starting again from the first one.
public final class InMemoryVisitRecorder: VisitRecorder, FacilityCatalog {
    private let state: Mutex<RecordedDevice>

    /// Creates a recorder of one phone.
    ///
    /// The facilities are in the order in which they would be imported, each id once. `reservedSlots` are the geofences
    /// of the platform's limit that are left to other code: 1 for an app that monitors by geofences alone
    /// (`MonitoringOptions.updates` is `nil`), because the phone uses one as its movement trigger. `preferVisited` are
    /// the slots for the facilities that the member visits most, wherever they are (Gym Visits, "Best Practices"); the
    /// nearest ones have the others. `earlierVisits` are the member's visits with other phones, by facility, which count
    /// as if they were made with this one. `defaultTimeZone` is that of a facility without one.
    public init(
        device: Device,
        facilities: [Facility],
        reservedSlots: Int = 0,
        preferVisited: Int = 5,
        earlierVisits: [FacilityID: Int] = [:],
        defaultTimeZone: TimeZoneName = .utc
    ) {
        let selection = SelectionOptions(
            preferVisited: preferVisited,
            reservedSlots: reservedSlots,
            earlierVisits: earlierVisits
        )
        state = Mutex(RecordedDevice(device, facilities, selection, defaultTimeZone: defaultTimeZone))
    }

    /// The member's visits so far, by entry, with those that are open or not counted.
    public var visits: [Visit] { state.withLock(\.visits) }

    /// Applies a report, and returns the events that it led to.
    public func record(_ report: PhoneReport, at time: Timestamp) throws -> [GeofenceEvent] {
        try state.withLock { try $0.apply(report, observedAt: time) }
    }

    /// The facilities to monitor, by id.
    public func registered() throws -> [FacilityID] { state.withLock(\.registered) }

    /// The facilities that are monitored because the member visits them most.
    public func preferred() throws -> [FacilityID] { state.withLock(\.preferred) }

    /// The number of facilities that the phone may monitor.
    public func slots() throws -> Int? { state.withLock(\.slots) }

    /// The network, by id; none of it is ever retired.
    public func facilities(includingRetired includesRetired: Bool) throws -> [Facility] {
        state.withLock(\.network).sorted { $0.id < $1.id }
    }

    /// A facility of the network.
    public func facility(withID id: FacilityID) throws -> Facility? {
        state.withLock { $0.network.first { $0.id == id } }
    }

    /// The list set by `setList`; there is one member.
    public func facilityList(of member: MemberID) throws -> Set<FacilityID>? { state.withLock(\.list) }

    /// Adds a facility of the network to the list, where there is one.
    public func add(_ facility: FacilityID, toListOf member: MemberID) throws -> Bool {
        try state.withLock { state in
            guard state.network.contains(where: { $0.id == facility }) else {
                throw MobileSDKError(.noFacilities, "the facility `\(facility)` is not in the network")
            }
            guard state.list != nil else { return false }
            state.list?.insert(facility)
            return true
        }
    }

    /// Removes a facility from the list; throws where there is none.
    public func remove(_ facility: FacilityID, fromListOf member: MemberID) throws {
        try state.withLock { state in
            guard state.list != nil else {
                throw MobileSDKError(.noFacilities, "the member `\(member)` has no list; set one with `setList`")
            }
            state.list?.remove(facility)
        }
    }

    /// Sets the only facilities that the member visits; `nil` for the whole network.
    public func setList(_ facilities: Set<FacilityID>?) { state.withLock { $0.list = facilities } }

    /// The member's counted visits of a month, by entry.
    public func countedVisits(of member: MemberID, in month: Month, at facility: FacilityID?) throws -> [Visit] {
        visits.filter { visit in
            visit.member == member && visit.verdict == .counted && visit.month == month
                && (facility.map { $0 == visit.facility } ?? true)
        }
    }
}

/// The timeline of one phone with everything that follows from its inputs.
private struct RecordedDevice: Sendable {
    /// The facilities in the order of their fences' keys, which orders events of one moment.
    let network: [Facility]
    /// The member's list, which applies from the next `listChanged` on; `nil` for the whole network.
    var list: Set<FacilityID>?

    private let device: Device
    private let keys: [FacilityID: FenceKey]
    private let history: FenceHistory
    private let context: TimelineContext
    private var timeline: DeviceTimeline
    private var inputs: [DeviceInput] = []
    private var stays: [StayID: Stay] = [:]
    private var emitted: Set<EventID> = []

    init(
        _ device: Device,
        _ facilities: [Facility],
        _ selection: SelectionOptions,
        defaultTimeZone: TimeZoneName
    ) {
        self.device = device
        network = facilities
        let fences = network.enumerated().compactMap { index, facility in
            FenceKey(exactly: Int64(index + 1)).map {
                Fence(key: $0, facility: facility, defaultTimeZone: defaultTimeZone)
            }
        }
        keys = Dictionary(fences.map { ($0.facility, $0.key) }) { first, _ in first }
        history = FenceHistory(fences.map { FenceHistory.Version(fence: $0) })
        context = TimelineContext(history: history, policy: .standard, selection: selection)
        timeline = DeviceTimeline(device: device, options: selection)
        let earlier = fences.compactMap { fence in selection.earlierVisits[fence.facility].map { (fence.key, $0) } }
        timeline.cache.adopt(visitsElsewhere: VisitsElsewhere(earlier: Dictionary(uniqueKeysWithValues: earlier)))
    }

    var registered: [FacilityID] { timeline.registry.registered.compactMap(facility(of:)).sorted() }

    var preferred: [FacilityID] {
        let wanted = Set(timeline.preferred(context).compactMap(facility(of:)))
        return registered.filter(wanted.contains)
    }

    var slots: Int? { timeline.slots(context.selection) }

    var visits: [Visit] { resolutions.map(\.visit) }

    private var resolutions: [VisitResolver.Resolution] {
        let resolver = VisitResolver(
            member: device.member,
            policy: context.policy,
            policyVersion: context.policyVersion
        )
        return resolver.resolve(
            stays.values.compactMap { stay in
                guard let fence = fence(of: stay.key) else { return nil }
                return DeviceStay(stay, in: fence, of: device.id, ownVisit: stay.id.visitID, knownVisit: nil)
            }
        )
    }

    private func fence(of key: FenceKey) -> Fence? { facility(of: key).flatMap { history.latest[$0] } }

    private func facility(of key: FenceKey) -> FacilityID? {
        let index = Int(key.rawValue) - 1
        return network.indices.contains(index) ? network[index].id : nil
    }

    /// Returns the events that were not emitted yet.
    mutating func apply(_ report: PhoneReport, observedAt: Timestamp) throws -> [GeofenceEvent] {
        if case .listChanged = report {
            timeline.cache.adopt(memberFences: list.map { list in list.compactMap { keys[$0] }.sorted() })
        }
        let reported = DeviceInput.inputs(of: report, at: observedAt) { keys[$0] }
        var journal = TimelineJournal()
        if comesInOrder(reported) {
            inputs += reported
            timeline.advance(through: reported, context, into: &journal)
        } else {
            let others = reported.filter { !inputs.contains($0) }
            guard !others.isEmpty else { return [] }
            inputs += others
            inputs.sort()
            let cache = timeline.cache
            timeline = DeviceTimeline(device: device, options: context.selection)
            timeline.cache.adoptEnvironment(of: cache)
            stays = [:]
            timeline.advance(through: inputs, context, into: &journal)
        }
        for (id, change) in journal.stays { stays[id] = change.stay }
        let resolutions = resolutions
        return try journal.entries.compactMap { entry in
            guard let event = try event(entry, resolutions, observedAt: observedAt) else { return nil }
            return emitted.insert(event.id).inserted ? event : nil
        }
    }

    /// Whether the inputs of a report come after all others, and are no further records of the last fix.
    private func comesInOrder(_ reported: [DeviceInput]) -> Bool {
        guard let last = timeline.lastInput, let first = reported.first else { return true }
        return last < first && !(last.hasTransitionReport && first.isSameFix(as: last))
    }

    /// `nil` for an entry of an unknown facility.
    private func event(
        _ entry: TimelineJournal.Entry,
        _ resolutions: [VisitResolver.Resolution],
        observedAt: Timestamp
    ) throws -> GeofenceEvent? {
        func visit(of stay: Stay) -> VisitID? {
            resolutions.first { $0.stays.contains(stay.id.visitID) }?.visit.id
        }
        let kind: GeofenceEvent.Kind
        var occurredAt = entry.fix?.time ?? entry.trigger
        switch entry.kind {
        case .registered(let keys): kind = .registered(keys.compactMap(facility(of:)))
        case .unregistered(let keys): kind = .unregistered(keys?.compactMap(facility(of:)))
        case .entered(let value, let time):
            guard let facility = facility(of: value.key), let visit = visit(of: value) else { return nil }
            (kind, occurredAt) = (.entered(facility, visit: visit), time)
        case .dwelled(let value, let time):
            guard let facility = facility(of: value.key), let visit = visit(of: value) else { return nil }
            (kind, occurredAt) = (.dwell(facility, visit: visit), time)
        case .exited(let value, let time):
            guard let facility = facility(of: value.key), let visit = visit(of: value) else { return nil }
            (kind, occurredAt) = (.exited(facility, visit: visit), time)
        case .error(let code, let message): kind = .error(code: code, message: message)
        case .heartbeat: (kind, occurredAt) = (.heartbeat, entry.trigger)
        }
        return GeofenceEvent(
            id: EventIDs(of: device.id).id(of: entry, kind: kind.name),
            device: device.id,
            kind: kind,
            occurredAt: occurredAt,
            observedAt: observedAt,
            location: entry.fix.map(GeofenceEvent.Location.init)
        )
    }
}

extension DeviceInput {
    /// The inputs of a report: one, or one for each facility with a transition.
    ///
    /// A transition at a facility without a fence is ignored, and its fix is not.
    package static func inputs(
        of report: PhoneReport,
        at time: Timestamp,
        key: (FacilityID) -> FenceKey?
    ) -> [DeviceInput] {
        let change: PhoneChange
        switch report {
        case .fix(let fix): return [.fix(fix)]
        case .transitions(let actions, let fix):
            let inputs = actions.compactMap { facility, action in
                key(facility).map { DeviceInput.reported(action, $0, fix) }
            }
            return inputs.isEmpty ? [.fix(fix)] : inputs.sorted()
        case .rebooted: return [.rebooted(at: time)]
        case .appUpdated: return [.appUpdated(at: time)]
        case .registrationsLost(let error):
            change = .registrationsLost(code: error.code.rawValue, message: error.message)
        case .registrationsRestored: change = .registrationsRestored
        case .slotsMeasured(let count, let error):
            change = .slotsMeasured(count, code: error.code.rawValue, message: error.message)
        case .failed(let error): change = .failed(code: error.code.rawValue, message: error.message)
        case .monitoringStopped: change = .monitoringStopped
        case .listChanged: change = .listChanged
        case .heartbeat: change = .heartbeat
        }
        return [.changed(change, at: time)]
    }
}
