internal import GeofenceEngine
internal import PhoneOS
internal import PhoneSimulator
package import VisitModel
internal import VisitRecording
package import VisitStore

extension Scenario {
    /// Runs the scenario from its start to its end; the same scenario gives the same record, byte for byte.
    ///
    /// The app is in front at the start and goes to the background after a minute, unless it stays in front. It is by
    /// default the scenario's own, and its service is one inside the simulation. Throws `SimulatorError` for impossible
    /// numbers of a phone, and `StorageError`.
    package func run(app: AppKind? = nil, server: (any LabServer)? = nil) throws -> SimulationRecord {
        let session = try LabSession(self, app: app, server: server)
        session.run()
        return try session.record()
    }

    /// The phone as registered with a service.
    package var phoneOfMember: Device { Device(id: device, member: member, platform: phone.platform) }

    /// The member's list, or the whole network.
    var memberPlaces: [Facility] {
        guard let list else { return facilities }
        let wanted = Set(list)
        return facilities.filter { wanted.contains($0.id) }
    }

    func trueStays(until time: Timestamp) -> [TrueStay] {
        let rules = EvaluationPolicy.standard.visits
        let merging = StayMerging(gapSeconds: rules.mergeGapSeconds, beyondMeters: rules.mergeBeyondMeters)
        let span = start...max(start, min(end, time))
        return memberPlaces.flatMap { movement.stays(at: $0, in: span, merging: merging) }
            .sorted { ($0.enteredAt, $0.facility) < ($1.enteredAt, $1.facility) }
    }
}

extension LabSession {
    /// Runs the whole scenario; call it once.
    func run() {
        let leaving = TimedScenarioEvent(time: scenario.start.advanced(bySeconds: 60), event: .leaveApp, text: "")
        let early = scenario.events.filter { $0.time <= scenario.start }
        let later = scenario.events.filter { $0.time > scenario.start && $0.time <= scenario.end }
        let planned = (later + (scenario.app.staysInFront ? [] : [leaving])).stablySorted { $0.time }
        for timed in early where timed.event != .startMonitoring { perform(timed.event, text: timed.text) }
        // An app that follows a schedule from the start lets the schedule decide when tracking is on.
        if !early.contains(where: { $0.event == .startSchedule }) { startMonitoring() }
        for timed in planned {
            run(until: timed.time)
            perform(timed.event, text: timed.text.isEmpty ? nil : timed.text)
        }
        run(until: scenario.end)
    }
}

extension Scenario {
    func makePhone() throws(SimulatorError) -> SimulatedPhone {
        var simulated = try SimulatedPhone(phone, movement: movement, start: start, timeZone: timeZone, seed: seed)
        for permission in Permission.allCases {
            simulated.setPermission(permission, permissions[permission] ?? .denied)
        }
        simulated.setManifest(app.manifest)
        // Discards the notes of the setup, which are initial state and not events.
        _ = simulated.next(by: start)
        return simulated
    }

    /// Stores the network, and the member's list.
    package func importNetwork(into store: VisitStore) throws {
        try store.settings.setDefaultTimeZone(timeZone)
        _ = try store.facilities.importRows(replace: false, effectiveFrom: start) { importer in
            for facility in facilities { _ = try importer.upsert(facility) }
        }
        guard let list = list else { return }
        for facility in list { _ = try store.members.addFacility(facility, to: member) }
        // An empty list differs from no list, which means the whole network: it results from removing a facility.
        if list.isEmpty, let some = facilities.first?.id {
            _ = try store.members.addFacility(some, to: member)
            _ = try store.members.removeFacility(some, from: member)
        }
    }
}
