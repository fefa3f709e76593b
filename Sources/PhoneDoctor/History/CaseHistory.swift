package import PhoneOS
internal import SQLiteStorage
package import VisitModel
package import VisitStore

/// What is known of a phone for a diagnosis.
package struct CaseHistory: Sendable {
    package var platform: Platform
    package var span: ClosedRange<Timestamp>
    /// The zone where the phone is used, for hours of the day.
    package var timeZone: TimeZoneName
    /// The member's places.
    package var places: [Facility]
    /// The events that the app emitted, in order of emission.
    package var events: [GeofenceEvent]
    /// Whether the app should monitor the nearest places.
    ///
    /// An app on a tracking SDK monitors others, by the SDK's rules; its registered places are those that the service
    /// would have selected.
    package var watchesNearest = true
    /// How many places may be registered because the member visits them most, wherever they are.
    package var preferVisited = 0
    /// The places that the member visited with other phones.
    package var visitedEarlier: Set<FacilityID> = []
    /// The phone's own log; `nil` for a history from a database.
    package var log: PhoneLog?
    /// When the phone last reported; `nil` where the history is complete in itself, as for a scenario.
    package var contact: Contact?

    package struct Contact: Hashable, Sendable {
        /// The phone's newest fix or event, by its own time; `nil` where there is none.
        package var last: Timestamp?
        /// The current time, which `last` is compared with.
        package var now: Timestamp
    }

    package struct PhoneLog: Sendable {
        /// What the OS did, in order of time.
        package var notes: [(time: Timestamp, note: SystemNote)] = []
        /// The fixes delivered to the app, in order.
        package var fixes: [Fix] = []
        /// The errors in the app, in order of time.
        package var failures: [(time: Timestamp, text: String)] = []
        /// The permissions at the start.
        package var permissions: [Permission: PermissionStatus]
        /// The hours in which the app monitors; `nil` for always.
        package var schedule: DailyHours?
        /// How many geofences the phone can register; `nil` for the platform's limit.
        package var slots: Int?
        /// The largest radius that the phone can register, in metres; `nil` where there is no limit or it is not
        /// known.
        package var maximumRadiusMeters: Double?
        /// Whether an iOS app that monitors facilities was built without the background mode for location.
        package var lacksLocationMode = false
        /// Whether the app requests continuous updates.
        package var requestsUpdates = false

        package init(permissions: [Permission: PermissionStatus]) { self.permissions = permissions }
    }

    package init(
        platform: Platform,
        span: ClosedRange<Timestamp>,
        timeZone: TimeZoneName,
        places: [Facility],
        events: [GeofenceEvent],
        log: PhoneLog? = nil
    ) {
        self.platform = platform
        self.span = span
        self.timeZone = timeZone
        self.places = places
        self.events = events
        self.log = log
    }
}

extension CaseHistory {
    /// The history of a device in a database: the events recorded for it, without the phone's own log.
    ///
    /// The last contact is compared with `now`. Throws `StorageError` with code `unknownName` where the database does
    /// not know the device.
    package init(of device: DeviceID, in store: VisitStore, at now: Timestamp) throws {
        guard let stored = try store.devices.find(device) else {
            throw StorageError(
                .unknownName,
                "there is no device `\(device)` in the database; `footfall devices list` lists those that sent fixes"
            )
        }
        let known = stored.device
        let list = try store.members.find(known.member)?.member.facilities
        let places = try store.facilities.all().filter { $0.retiredAt == nil }.map(\.facility)
            .filter { list?.contains($0.id) ?? true }
        let events = Self.asEmitted(try store.events.all(matching: EventFilter(device: device))).sorted { lhs, rhs in
            (lhs.observedAt, lhs.occurredAt) < (rhs.observedAt, rhs.occurredAt)
        }
        let times = events.map(\.occurredAt)
        let start = times.min() ?? Timestamp(milliseconds: 0)
        self.init(
            platform: known.platform,
            span: start...max(start, times.max() ?? start),
            timeZone: try store.settings.defaultTimeZone() ?? .utc,
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
    /// observed when they occurred: those of one moment of observation that span hours, and all events of a device that
    /// were observed at one moment.
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
