internal import PhoneSimulator
internal import TrackingEngine
internal import VisitModel

extension LabMeasure {
    /// Runs a member's month with a set of options, and measures it.
    package static func of(_ scenario: Scenario, _ set: LabOptionSet) throws -> LabMeasure {
        var scenario = scenario
        scenario.app = set.setup
        // Only the timeline has the events of an app that finds visits itself.
        let isServed = scenario.app.kind == .radar || scenario.app.kind == .transistor
        let session = try LabSession(scenario, keepsTimeline: !isServed)
        session.run()
        let record = try session.record()
        return LabMeasure(
            score: record.score,
            exitsReportedAt: record.exitsReportedAt,
            costs: record.costs,
            uploads: record.uploads?.requests ?? 0,
            bytes: record.uploads?.bytes ?? 0,
            scenario: scenario
        )
    }
}

extension LabOptionSet {
    fileprivate var setup: AppSetup {
        var setup = AppSetup()
        switch kind {
        case .app(let own): return own
        case .gymVisits: setup.kind = .gymvisits
        case .radar(let options):
            setup.kind = .radar
            setup.tracking.options = options
        case .transistor(let config):
            setup.kind = .transistor
            setup.tracking.config = config.changes(from: TrackingConfig(platform: config.platform))
        }
        return setup
    }
}

extension SimulationRecord {
    /// When the exit of each visit was emitted; visits without an emitted exit are absent.
    var exitsReportedAt: [FoundVisit: Timestamp] {
        var exits: [FacilityID: [GeofenceEvent]] = [:]
        for event in events {
            if case .exited(let facility, _) = event.kind { exits[facility, default: []].append(event) }
        }
        var reported: [FoundVisit: Timestamp] = [:]
        for visit in visits {
            guard let left = visit.exitedAt, let own = exits[visit.facility] else { continue }
            // A late fix can redate an exit after it was emitted; then it is the first exit observed after the entry.
            let event = own.first { $0.occurredAt == left } ?? own.first { $0.observedAt >= visit.enteredAt }
            if let event { reported[visit] = event.observedAt }
        }
        return reported
    }
}
