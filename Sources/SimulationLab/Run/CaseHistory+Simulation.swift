package import PhoneDoctor
internal import PhoneOS
internal import PhoneSimulator
internal import VisitModel

extension CaseHistory {
    package init(_ record: SimulationRecord) {
        let scenario = record.scenario
        var log = PhoneLog(permissions: scenario.permissions)
        for entry in record.entries {
            switch entry.item {
            case .system(let note): log.notes.append((entry.time, note))
            case .fix(let fix): log.fixes.append(fix)
            case .failed(let text): log.failures.append((entry.time, text))
            case .arrived, .left, .happened, .event, .served, .sent, .tried: break
            }
        }
        log.schedule = record.app == .plain ? scenario.app.habits.schedule : nil
        log.slots = scenario.phone.slots
        if scenario.phone.platform == .ios {
            log.maximumRadiusMeters = scenario.phone.ios.maximumRadiusMeters
            log.requestsUpdates = scenario.app.updates != nil
            log.lacksLocationMode =
                record.app.monitorsFacilities
                && !scenario.app.manifest.backgroundModes.contains(AppManifest.locationMode)
        }
        self.init(
            platform: scenario.phone.platform,
            span: scenario.start...scenario.end,
            timeZone: scenario.timeZone,
            places: scenario.memberPlaces,
            events: record.events,
            log: log
        )
        watchesNearest = record.app.monitorsFacilities
        if record.app != .plain {
            preferVisited = scenario.app.preferVisited
            visitedEarlier = Set(scenario.app.earlierVisits.keys)
        }
    }
}
