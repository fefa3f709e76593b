internal import PhoneSimulator
internal import VisitModel

extension LabMeasure {
    /// Plays a member's month with a set of options, and measures it.
    ///
    /// - Parameters:
    ///   - scenario: the member's month, on a phone of the set's system.
    ///   - set: which app is on the phone, with which options.
    /// - Returns: what it came to.
    /// - Throws: `SimulationLabError` with code `lab` for a kind of app that the lab can't put on a phone, `SimulatorError`,
    ///   `VisitStoreError`.
    public static func of(_ scenario: Scenario, _ set: LabOptionSet) throws -> LabMeasure {
        switch set.kind {
        case .app(let setup):
            var scenario = scenario
            scenario.app = setup
            return try of(scenario)
        case .radar, .transistor, .gymVisits:
            throw SimulationLabError(
                .lab,
                "\(quoted(set.name)) is \(set.summary), which the lab can't put on a phone; compare footfall and plain"
            )
        }
    }

    /// Plays a scenario with its own app.
    ///
    /// Neither of the lab's apps uploads anything: what is a visit is decided on the phone.
    private static func of(_ scenario: Scenario) throws -> LabMeasure {
        let session = try LabSession(scenario)
        session.play()
        let record = try session.record()
        return LabMeasure(
            score: record.score,
            exitsToldAt: record.exitsToldAt,
            costs: session.simulator.withPhone { $0.costs },
            uploads: 0,
            bytes: 0,
            scenario: scenario
        )
    }
}

extension SimulationRecord {
    /// When the exit of each visit was told; one that was told of no exit is not there.
    var exitsToldAt: [FoundVisit: Timestamp] {
        var exits: [FacilityID: [GeofenceEvent]] = [:]
        for event in events {
            if case .exited(let facility, _) = event.kind { exits[facility, default: []].append(event) }
        }
        var told: [FoundVisit: Timestamp] = [:]
        for visit in visits {
            guard let left = visit.exitedAt, let own = exits[visit.facility] else { continue }
            // Late input can date an exit anew after it was told; then it is the first that came after the entry.
            let event = own.first { $0.occurredAt == left } ?? own.first { $0.observedAt >= visit.enteredAt }
            if let event { told[visit] = event.observedAt }
        }
        return told
    }
}
