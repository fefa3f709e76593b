internal import GeofenceEngine
internal import PhoneOS
internal import PhoneSimulator
package import VisitModel
package import VisitStore

extension Scenario {
    /// Plays the story from its beginning to its end.
    ///
    /// The member has the app in front when it begins, turns to something else after a minute unless the app stays in
    /// front, and happenings come at their times.
    ///
    /// - Parameters:
    ///   - app: which app the phone has; `nil` for the scenario's own.
    ///   - server: what an app that needs a service sends to; `nil` for one inside the simulation.
    /// - Returns: what came of it; the same for the same scenario, byte for byte.
    /// - Throws: `SimulatorError` for numbers that no phone has, `VisitStoreError`.
    package func play(app: AppKind? = nil, server: (any LabServer)? = nil) throws -> SimulationRecord {
        let session = try LabSession(self, app: app, server: server)
        session.play()
        return try session.record()
    }

    /// The phone as a service knows it.
    package var phoneOfMember: Device { Device(id: device, member: member, platform: phone.platform) }

    /// The member's places: the list, or the whole network.
    var memberPlaces: [Facility] {
        guard let list else { return facilities }
        let wanted = Set(list)
        return facilities.filter { wanted.contains($0.id) }
    }

    /// The stays that really were at the member's places.
    func trueStays(until time: Timestamp) -> [TrueStay] {
        let rules = EvaluationPolicy.standard.visits
        let merging = StayMerging(gapSeconds: rules.mergeGapSeconds, beyondMeters: rules.mergeBeyondMeters)
        let span = start...max(start, min(end, time))
        return memberPlaces.flatMap { movement.stays(at: $0, in: span, merging: merging) }
            .sorted { ($0.enteredAt, $0.facility) < ($1.enteredAt, $1.facility) }
    }
}

extension LabSession {
    /// Plays the whole story, once.
    func play() {
        let leaving = TimedHappening(time: scenario.start.advanced(bySeconds: 60), happening: .leaveApp, text: "")
        let early = scenario.happenings.filter { $0.time <= scenario.start }
        let later = scenario.happenings.filter { $0.time > scenario.start && $0.time <= scenario.end }
        let planned = (later + (scenario.app.staysInFront ? [] : [leaving])).enumerated()
            .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
        for happening in early where happening.happening != .startMonitoring {
            perform(happening.happening, text: happening.text)
        }
        // An app that follows a schedule from the start leaves it to that when tracking is on.
        if !early.contains(where: { $0.happening == .startSchedule }) { startMonitoring() }
        for happening in planned {
            run(until: happening.time)
            perform(happening.happening, text: happening.text.isEmpty ? nil : happening.text)
        }
        run(until: scenario.end)
    }
}

extension SimulatedPhone {
    /// The phone as a scenario has it in the beginning.
    init(_ scenario: Scenario) throws(SimulatorError) {
        try self.init(
            scenario.phone,
            movement: scenario.movement,
            start: scenario.start,
            timeZone: scenario.timeZone,
            seed: scenario.seed
        )
        for permission in Permission.allCases {
            setPermission(permission, scenario.permissions[permission] ?? .denied)
        }
        setManifest(scenario.app.manifest)
        // That is how it is, and not what happened.
        _ = next(by: scenario.start)
    }
}

extension VisitStore {
    /// Stores a scenario's network, and its member's list.
    ///
    /// - Parameter scenario: the story.
    /// - Throws: `VisitStoreError`.
    package func take(_ scenario: Scenario) throws {
        try setDefaultTimeZone(scenario.timeZone)
        _ = try importFacilities(replace: false, effectiveFrom: scenario.start) { importer in
            for facility in scenario.facilities { _ = try importer.upsert(facility) }
        }
        guard let list = scenario.list else { return }
        for facility in list { _ = try addFacility(facility, to: scenario.member) }
        // Who has a list with nothing on it had something on it once; who has none has the whole network.
        if list.isEmpty, let some = scenario.facilities.first?.id {
            _ = try addFacility(some, to: scenario.member)
            _ = try removeFacility(some, from: scenario.member)
        }
    }
}
