internal import GeofenceEngine
package import VisitModel
internal import VisitStore

extension VisitPipeline {
    /// The geofences that are chosen for a phone's system to watch, by facility.
    ///
    /// The events Registered and Unregistered speak of these; what reached the phone is `deliveredGeofences(of:)`.
    ///
    /// - Parameter device: the phone.
    /// - Returns: the registered facilities, by id.
    /// - Throws: `VisitPipelineError` with code `unknownDevice` or `damagedState`, `VisitStoreError`.
    package func registrations(of device: DeviceID) throws -> [FacilityID] {
        guard let known = try store.knownDevice(device) else { throw unknown(device) }
        // What was only put down has changed none of them, and is not looked for.
        return registered(try session(of: known.key, known.device, intake: []).timeline)
    }

    private func registered(_ timeline: DeviceTimeline) -> [FacilityID] {
        timeline.registry.registered.compactMap(directory.name(of:)).sorted()
    }

    /// How a phone is, as far as is known.
    ///
    /// - Parameter device: the phone.
    /// - Returns: when it was last heard of, what is chosen for it and what was delivered to it.
    /// - Throws: as `registrations(of:)`.
    package func condition(of device: DeviceID) throws -> DeviceCondition {
        let timeline = try session(of: self.device(device)).timeline
        return DeviceCondition(
            lastHeardAt: timeline.lastInput?.time,
            registered: registered(timeline),
            delivered: try deliveredGeofences(of: device)
        )
    }

    /// What a phone's system tells of a crossing, as an input.
    ///
    /// - Parameters:
    ///   - action: what the system says has happened.
    ///   - facility: where, by the identifier of the geofence.
    ///   - fix: the position that it says so with.
    /// - Returns: the claim; the fix alone where no such facility is known.
    package func claim(_ action: FenceAction, at facility: FacilityID, with fix: Fix) -> DeviceInput {
        directory.key(of: facility).map { .claimed(action, $0, fix) } ?? .fix(fix)
    }

    /// Restarts a phone: its system forgets what the platform's would, and our saved set is registered again at once.
    ///
    /// - Parameters:
    ///   - device: the phone.
    ///   - time: when; `nil` means right after the last thing heard of it.
    ///   - observedAt: now.
    ///   - isLive: whether those who listen to a running service are told of it.
    /// - Returns: what was told, `Unregistered` and `Registered` where the platform loses registrations.
    /// - Throws: as `registrations(of:)`, and `VisitPipelineError` with code `unusableInput` when the time lies before the
    ///   horizon of what is evaluated anew.
    package func reboot(
        _ device: DeviceID,
        at time: Timestamp? = nil,
        observedAt: Timestamp,
        live isLive: Bool = false
    ) throws -> [GeofenceEvent] {
        try apply(to: device, at: time, observedAt: observedAt, live: isLive) { .rebooted(at: $0) }
    }

    /// Updates the app on a phone.
    ///
    /// - Parameters:
    ///   - device: the phone.
    ///   - time: when; `nil` means right after the last thing heard of it.
    ///   - observedAt: now.
    ///   - isLive: whether those who listen to a running service are told of it.
    /// - Returns: what was told.
    /// - Throws: as `registrations(of:)`, and `VisitPipelineError` with code `unusableInput` when the time lies before the
    ///   horizon of what is evaluated anew.
    package func appUpdate(
        _ device: DeviceID,
        at time: Timestamp? = nil,
        observedAt: Timestamp,
        live isLive: Bool = false
    ) throws -> [GeofenceEvent] {
        try apply(to: device, at: time, observedAt: observedAt, live: isLive) { .appUpdated(at: $0) }
    }

    /// Lets something befall a phone's geofences, such as that its app may no longer use the location.
    ///
    /// - Parameters:
    ///   - device: the phone.
    ///   - change: what befalls them.
    ///   - time: when; `nil` means right after the last thing heard of it.
    ///   - observedAt: now.
    ///   - isLive: whether those who listen to a running service are told of it.
    /// - Returns: what was told of registrations and errors.
    /// - Throws: as `reboot(_:at:observedAt:live:)`.
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
                "\(moment) is too long before the newest fix of `\(id)` (\(newest)) to be taken in; name a later time"
            )
        }
        var ingest = ingest(live: isLive)
        _ = try ingest.take([input(moment)], of: known.device, observed: ObservedTimes(observedAt))
        let next = Timestamp(milliseconds: moment.milliseconds + 1)
        return try store.events(EventFilter(device: id, since: moment, until: next))
            .filter { ["Registered", "Unregistered", "Error"].contains($0.kind.name) }
    }

    /// When the last thing befell a phone, where it is the last that was heard of it.
    func lastChange(of device: DeviceID) throws -> Timestamp? {
        guard let known = try store.device(device) else { return nil }
        switch try session(of: known).timeline.lastInput {
        case .fix, .claimed, .passed, nil: return nil
        case .some(let change): return change.time
        }
    }

    private func session(of known: StoredDevice) throws -> DeviceSession {
        try session(of: known.key, known.device, intake: nil)
    }

    private func session(of key: DeviceKey, _ device: Device, intake: [StoredIntake]?) throws -> DeviceSession {
        try self.intake.open(device, key: key, in: store, intake: intake).session
    }

    private func device(_ id: DeviceID) throws -> StoredDevice {
        guard let known = try store.device(id) else { throw unknown(id) }
        return known
    }

    func unknown(_ id: DeviceID) -> VisitPipelineError {
        VisitPipelineError(
            .unknownDevice,
            "there is no device `\(id)`; `footfall devices` lists those that sent fixes"
        )
    }
}

/// How a phone is, as far as is known.
package struct DeviceCondition: Hashable, Sendable {
    /// The time of the last thing heard of it, a fix or what befell it; `nil` before the first.
    package let lastHeardAt: Timestamp?
    /// The facilities whose geofences are chosen for it, by id.
    package let registered: [FacilityID]
    /// The facilities whose geofences were delivered to it, by id.
    package let delivered: [FacilityID]
}
