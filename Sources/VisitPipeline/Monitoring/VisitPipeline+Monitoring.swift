package import DeviceEngine
package import GeofenceEngine
internal import MemberEngine
package import VisitModel
internal import VisitStore

extension VisitPipeline {
    /// Returns the facilities of the geofences chosen for a phone, by id.
    ///
    /// The events Registered and Unregistered are about these; `deliveredGeofences(of:)` has those that reached the
    /// phone. Throws `VisitPipelineError` with code `unknownDevice` or `damagedState`.
    package func registrations(of device: DeviceID) throws -> [FacilityID] {
        guard let known = try store.devices.registered(device) else { throw unknown(device) }
        // Pending fixes have changed none of them, and are not read.
        return registered(try session(of: known.key, known.device, intake: []).timeline)
    }

    /// The facilities of the geofences registered for a phone, by id.
    func registered(_ timeline: DeviceTimeline) -> [FacilityID] {
        timeline.registry.registered.compactMap(directory.facility(of:)).sorted()
    }

    /// Throws as `registrations(of:)`.
    package func condition(of device: DeviceID) throws -> DeviceCondition {
        let timeline = try session(of: self.device(device)).timeline
        return DeviceCondition(
            lastHeardAt: timeline.lastInput?.time,
            registered: registered(timeline),
            delivered: try deliveredGeofences(of: device)
        )
    }

    /// Records a restart of a phone: registrations are lost as on its platform, and restored immediately.
    ///
    /// Returns `Unregistered` and `Registered` where the platform loses registrations. Without `time`, the restart was
    /// right after the last input. With `isLive`, subscribers of a running service's event stream are notified. Throws
    /// as `registrations(of:)`, and `VisitPipelineError` with code `unusableInput` when the time lies before the
    /// horizon of late input.
    package func reboot(
        _ device: DeviceID,
        at time: Timestamp? = nil,
        observedAt: Timestamp,
        live isLive: Bool = false
    ) throws -> [GeofenceEvent] {
        try apply(to: device, at: time, observedAt: observedAt, live: isLive) { .rebooted(at: $0) }
    }

    /// Records an update of the app on a phone.
    ///
    /// The parameters and errors are those of `reboot(_:at:observedAt:live:)`.
    package func appUpdate(
        _ device: DeviceID,
        at time: Timestamp? = nil,
        observedAt: Timestamp,
        live isLive: Bool = false
    ) throws -> [GeofenceEvent] {
        try apply(to: device, at: time, observedAt: observedAt, live: isLive) { .appUpdated(at: $0) }
    }

    /// Records a change to a phone's geofences, such as a denied location permission.
    ///
    /// Returns the events about registrations and errors. The parameters and errors are those of
    /// `reboot(_:at:observedAt:live:)`.
    package func change(
        _ device: DeviceID,
        _ change: PhoneChange,
        at time: Timestamp? = nil,
        observedAt: Timestamp,
        live isLive: Bool = false
    ) throws -> [GeofenceEvent] {
        try apply(to: device, at: time, observedAt: observedAt, live: isLive) { .changed(change, at: $0) }
    }

    private func apply(
        to id: DeviceID,
        at time: Timestamp?,
        observedAt: Timestamp,
        live isLive: Bool,
        _ input: (Timestamp) -> DeviceInput
    ) throws -> [GeofenceEvent] {
        let known = try device(id)
        let session = try session(of: known)
        let last = session.timeline.lastInput?.time
        let moment = time ?? last.map { Timestamp(milliseconds: $0.milliseconds + 1) } ?? observedAt
        if let newest = session.timeline.newestSane, moment.seconds(to: newest) > policy.visits.horizonSeconds {
            throw VisitPipelineError(
                .unusableInput,
                "\(moment) is too long before the newest fix of `\(id)` (\(newest)) to be evaluated; use a later time"
            )
        }
        var ingest = ingest(live: isLive)
        _ = try ingest.ingest([input(moment)], of: known.device, observed: ObservedTimes(observedAt))
        let next = Timestamp(milliseconds: moment.milliseconds + 1)
        return try store.events.all(matching: EventFilter(device: id, since: moment, until: next))
            .filter { ["Registered", "Unregistered", "Error"].contains($0.kind.name) }
    }

    /// The time of the last change to a phone's geofences, where no other input came after it.
    func lastChange(of device: DeviceID) throws -> Timestamp? {
        guard let known = try store.devices.find(device) else { return nil }
        switch try session(of: known).timeline.lastInput {
        case .fix, .reported, .passed, nil: return nil
        case .some(let change): return change.time
        }
    }

    private func session(of known: StoredDevice) throws -> DeviceSession {
        try session(of: known.key, known.device, intake: nil)
    }

    private func session(of key: DeviceKey, _ device: Device, intake: [StoredIntake]?) throws -> DeviceSession {
        let member = try store.members.find(device.member)
        return try open(device, key: key, of: member, lane, intake: intake ?? store.intake.entries(of: key))
    }

    func device(_ id: DeviceID) throws -> StoredDevice {
        guard let known = try store.devices.find(id) else { throw unknown(id) }
        return known
    }

    func unknown(_ id: DeviceID) -> VisitPipelineError {
        VisitPipelineError(
            .unknownDevice,
            "there is no device `\(id)`; `footfall devices` lists those that sent fixes"
        )
    }
}

package struct DeviceCondition: Hashable, Sendable {
    /// The time of its last input, a fix or a change; `nil` before the first.
    package let lastHeardAt: Timestamp?
    /// The facilities of the geofences chosen for it, by id.
    package let registered: [FacilityID]
    /// The facilities of the geofences delivered to it, by id.
    package let delivered: [FacilityID]
}

extension VisitPipeline {
    /// Returns the terms of a visit's confidence by this pipeline's policy, those of its stay of highest confidence.
    ///
    /// `nil` where an earlier version stored the stays without their evidence.
    package func confidenceTerms(of visit: Visit) throws -> StayTerms? {
        let end = max(visit.enteredAt, visit.end)
        let history = directory.history
        var surest: StayTerms?
        for (_, stay) in try store.deviceStates.stays(ofMember: visit.member, overlapping: visit.enteredAt...end)
        where stay.visit == visit.id {
            guard let evidence = stay.evidenceState.flatMap(StayEvidence.init(stored:)),
                let fence = history.fence(of: stay.facility, at: stay.enteredAt)
            else { continue }
            let confidenceTerms = StayTerms(evidence, at: fence, isOpen: stay.exitedAt == nil, policy: policy)
            let isSurer =
                surest.map { policy.confidence.probability(confidenceTerms) > policy.confidence.probability($0) }
                ?? true
            if isSurer { surest = confidenceTerms }
        }
        return surest
    }
}
