internal import PhoneOS
internal import SQLiteStorage
package import VisitModel
package import VisitStore

extension CaseHistory {
    /// The history of a device in a database: the events recorded for it, without the phone's own log.
    ///
    /// - Parameters:
    ///   - device: the phone.
    ///   - store: the database.
    ///   - now: the time that the last contact is compared with.
    /// - Throws: `StorageError` with code `unknownName` where the database does not know the device,
    ///   `StorageError`.
    package init(of device: DeviceID, in store: VisitStore, at now: Timestamp) throws {
        guard let stored = try store.device(device) else {
            throw StorageError(
                .unknownName,
                "there is no device `\(device)` in the database; `footfall devices list` lists those that sent fixes"
            )
        }
        let known = stored.device
        let list = try store.member(known.member)?.member.facilities
        let places = try store.facilities().filter { $0.retiredAt == nil }.map(\.facility)
            .filter { list?.contains($0.id) ?? true }
        let events = Self.asEmitted(try store.events(EventFilter(device: device))).sorted { lhs, rhs in
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

    /// The span of events with the same `observedAt` above which they come from an import, in seconds: no phone waits
    /// that long and then reports everything at once.
    private static let importSeconds = 21_600.0

    /// Events with the observation times that a phone would have reported.
    ///
    /// A replayed track is observed all at once, which says nothing about the phone. Such events are treated as
    /// observed when they occurred.
    private static func asEmitted(_ events: [GeofenceEvent]) -> [GeofenceEvent] {
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
