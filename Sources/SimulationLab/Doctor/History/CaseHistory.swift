package import PhoneOS
package import PhoneSimulator
package import VisitModel

/// What is known of a phone for a diagnosis.
package struct CaseHistory: Sendable {
    /// The phone's system.
    package var platform: Platform
    /// What the history covers.
    package var span: ClosedRange<Timestamp>
    /// Where the phone lives, for hours of the day.
    package var timeZone: TimeZoneName
    /// The member's places.
    package var places: [Facility]
    /// What the app told, in the order of telling.
    package var events: [GeofenceEvent]
    /// Whether the app is to watch the places that are nearest; an app on a tracking SDK watches others, by the SDK's rules,
    /// and the places that are registered are those that the service would have chosen.
    package var watchesNearest = true
    /// What the phone's own log says, where there is one: `nil` for a history out of a database.
    package var log: PhoneLog?
    /// When the phone was last heard of; `nil` where the history is all that there is, as of a scenario.
    package var contact: Contact?

    /// When a phone was last heard of.
    package struct Contact: Hashable, Sendable {
        /// The phone's newest fix or event, by its own time; `nil` where there is none.
        package var last: Timestamp?
        /// What it is compared with.
        package var now: Timestamp

        /// Makes a contact.
        ///
        /// - Parameters:
        ///   - last: the phone's newest fix or event, by its own time; `nil` where there is none.
        ///   - now: what it is compared with.
        package init(last: Timestamp?, now: Timestamp) {
            self.last = last
            self.now = now
        }
    }

    /// What a phone's own log says.
    package struct PhoneLog: Sendable {
        /// What its system did, with the time.
        package var notes: [(time: Timestamp, note: SystemNote)]
        /// The positions that the app was given.
        package var fixes: [Fix]
        /// What failed in the app, with the time.
        package var failures: [(time: Timestamp, text: String)]
        /// What was allowed in the beginning.
        package var permissions: [Permission: PermissionStatus]
        /// The hours in which the app watches; `nil` for always.
        package var schedule: DailyHours?
        /// How many geofences the phone takes; `nil` for as many as its platform.
        package var slots: Int?
        /// The largest radius that it takes, in metres; `nil` where there is none, or it is not known.
        package var maximumRadiusMeters: Double?
        /// Whether the app asks for positions all the time, and was built without what the system wants for that.
        package var lacksLocationMode = false

        /// Makes a log.
        ///
        /// - Parameters:
        ///   - notes: what the system did, with the time, in order.
        ///   - fixes: the positions that the app was given, in order.
        ///   - failures: what failed in the app, with the time, in order.
        ///   - permissions: what was allowed in the beginning.
        ///   - schedule: the hours in which the app watches; `nil` for always.
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

    /// Makes a history.
    ///
    /// - Parameters:
    ///   - platform: the phone's system.
    ///   - span: what it covers.
    ///   - timeZone: where the phone lives.
    ///   - places: the member's places.
    ///   - events: what the app told, in the order of telling.
    ///   - log: what the phone's own log says, where there is one.
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
