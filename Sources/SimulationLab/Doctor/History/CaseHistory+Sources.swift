internal import PhoneOS
internal import PhoneSimulator
package import VisitModel
package import VisitStore

extension CaseHistory {
    /// The history of a phone in a scenario, with its log.
    ///
    /// - Parameter record: what came of the scenario.
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
            log.lacksLocationMode =
                scenario.app.updates != nil
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
        watchesNearest = ![.transistor, .radar].contains(record.app)
    }

    /// The history of a phone in a database: what its app told, without the phone's own log.
    ///
    /// - Parameters:
    ///   - device: the phone.
    ///   - store: the database.
    ///   - now: the time that the last contact is compared with.
    /// - Throws: `SimulationLabError` with code `nothingToDiagnose` where the database does not know the phone,
    ///   `VisitStoreError`.
    package init(of device: DeviceID, in store: VisitStore, at now: Timestamp) throws {
        guard let stored = try store.device(device) else {
            throw SimulationLabError(
                .nothingToDiagnose,
                "there is no device `\(device)` in the database; `footfall devices list` lists those that sent fixes"
            )
        }
        let known = stored.device
        let list = try store.member(known.member)?.member.facilities
        let places = try store.facilities().filter { $0.retiredAt == nil }.map(\.facility)
            .filter { list?.contains($0.id) ?? true }
        let events = Self.asTold(try store.events(EventFilter(device: device))).sorted { lhs, rhs in
            (lhs.observedAt, lhs.occurredAt) < (rhs.observedAt, rhs.occurredAt)
        }
        let times = events.map(\.occurredAt)
        let start = times.min() ?? Timestamp(milliseconds: 0)
        self.init(
            platform: known.platform,
            span: start...max(start, times.max() ?? start),
            timeZone: try store.defaultTimeZone() ?? .utc,
            places: places,
            events: events
        )
        contact = Contact(last: [stored.newestFixAt, times.max()].compactMap(\.self).max(), now: now)
    }

    /// No phone keeps quiet for longer and then tells of everything at once, in seconds.
    private static let importSeconds = 21_600.0

    /// Events as a phone would have told them.
    ///
    /// Of a recorded track everything is learned of at once, when it is replayed: that says nothing of the phone, and what
    /// happened is then taken for told when it happened.
    private static func asTold(_ events: [GeofenceEvent]) -> [GeofenceEvent] {
        let groups = Dictionary(grouping: events, by: \.observedAt)
        return groups.values.flatMap { events -> [GeofenceEvent] in
            let times = events.map(\.occurredAt)
            guard let first = times.min(), let last = times.max(), events.count > 1,
                first.seconds(to: last) > importSeconds || groups.count == 1
            else { return events }
            return events.map { event in
                GeofenceEvent(
                    id: event.id,
                    device: event.device,
                    kind: event.kind,
                    occurredAt: event.occurredAt,
                    observedAt: event.occurredAt,
                    location: event.location
                )
            }
        }
    }
}
