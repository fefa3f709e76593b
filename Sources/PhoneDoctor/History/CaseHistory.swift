package import PhoneOS
package import VisitModel

/// What is known of a phone for a diagnosis.
package struct CaseHistory: Sendable {
    /// The phone's platform.
    package var platform: Platform
    /// The period that the history covers.
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
    /// The phone's own log; `nil` for a history from a database.
    package var log: PhoneLog?
    /// When the phone last reported; `nil` where the history is complete in itself, as for a scenario.
    package var contact: Contact?

    /// When a phone last reported.
    package struct Contact: Hashable, Sendable {
        /// The phone's newest fix or event, by its own time; `nil` where there is none.
        package var last: Timestamp?
        /// The current time, which `last` is compared with.
        package var now: Timestamp

        /// Creates a contact.
        ///
        /// - Parameters:
        ///   - last: the phone's newest fix or event, by its own time; `nil` where there is none.
        ///   - now: the current time, which `last` is compared with.
        package init(last: Timestamp?, now: Timestamp) {
            self.last = last
            self.now = now
        }
    }

    /// A phone's own log.
    package struct PhoneLog: Sendable {
        /// What the OS did, in order of time.
        package var notes: [(time: Timestamp, note: SystemNote)]
        /// The fixes delivered to the app, in order.
        package var fixes: [Fix]
        /// The errors in the app, in order of time.
        package var failures: [(time: Timestamp, text: String)]
        /// The permissions at the start.
        package var permissions: [Permission: PermissionStatus]
        /// The hours in which the app monitors; `nil` for always.
        package var schedule: DailyHours?
        /// How many geofences the phone can register; `nil` for the platform's limit.
        package var slots: Int?
        /// The largest radius that the phone can register, in metres; `nil` where there is no limit or it is not
        /// known.
        package var maximumRadiusMeters: Double?
        /// Whether the app requests continuous updates but was built without the background mode that iOS requires for
        /// them.
        package var lacksLocationMode = false

        /// Creates a log.
        ///
        /// - Parameters:
        ///   - notes: what the OS did, in order of time.
        ///   - fixes: the fixes delivered to the app, in order.
        ///   - failures: the errors in the app, in order of time.
        ///   - permissions: the permissions at the start.
        ///   - schedule: the hours in which the app monitors; `nil` for always.
        package init(
            notes: [(time: Timestamp, note: SystemNote)] = [],
            fixes: [Fix] = [],
            failures: [(time: Timestamp, text: String)] = [],
            permissions: [Permission: PermissionStatus] = [:],
            schedule: DailyHours? = nil
        ) {
            self.notes = notes
            self.fixes = fixes
            self.failures = failures
            self.permissions = permissions
            self.schedule = schedule
        }
    }

    /// Creates a history.
    ///
    /// - Parameters:
    ///   - platform: the phone's platform.
    ///   - span: the period that the history covers.
    ///   - timeZone: the zone where the phone is used.
    ///   - places: the member's places.
    ///   - events: the events that the app emitted, in order of emission.
    ///   - log: the phone's own log, where there is one.
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
