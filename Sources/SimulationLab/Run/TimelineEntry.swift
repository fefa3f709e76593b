package import PhoneOS
internal import PhoneSimulator
package import VisitModel

/// One entry of the timeline: of the true movement, the phone, the OS, the app or the service.
package struct TimelineEntry: Hashable, Sendable {
    /// When it happened; for a geofence event, when it was observed.
    package let time: Timestamp
    /// What happened.
    package let item: Item

    /// The kinds of entries.
    package enum Item: Hashable, Sendable {
        /// The phone truly entered a facility's fence.
        case arrived(FacilityID)
        /// The phone truly left a facility's fence.
        case left(FacilityID)
        /// An event of the scenario, in the scenario's words.
        case happened(String)
        /// The OS did something.
        case system(SystemNote)
        /// A fix was delivered to the app.
        case fix(Fix)
        /// The app emitted an event.
        case event(GeofenceEvent)
        /// The service that the app sends to emitted an event.
        case served(GeofenceEvent)
        /// The app sent a request to a service.
        case sent(SentRequest)
        /// The app tried to send a request while the phone had no connection: nothing was sent.
        case tried(SentRequest)
        /// The app, or a call that it made, failed.
        case failed(String)
    }

    /// Creates an entry.
    package init(time: Timestamp, item: Item) {
        self.time = time
        self.item = item
    }
}
