package import PhoneSimulator
package import VisitModel

/// One line of what happened: in the world, to the phone, in its system, in the app.
package struct TimelineEntry: Hashable, Sendable {
    /// When it happened, or was told.
    package let time: Timestamp
    /// What happened.
    package let item: Item

    /// What can happen.
    package enum Item: Hashable, Sendable {
        /// The phone really came into a facility's fence.
        case arrived(FacilityID)
        /// It really left it.
        case left(FacilityID)
        /// Something befell the phone, in the scenario's words.
        case happened(String)
        /// Its system did something.
        case system(SystemNote)
        /// The app was given a position.
        case fix(Fix)
        /// The app told of something.
        case event(GeofenceEvent)
        /// The service that the app sends to told of something.
        case served(GeofenceEvent)
        /// The app sent something to a service.
        case sent(SentRequest)
        /// The app tried to send something while the phone had no connection: nothing left it.
        case tried(SentRequest)
        /// The app, or a call that it made, failed.
        case failed(String)
    }

    /// Makes an entry.
    ///
    /// - Parameters:
    ///   - time: when.
    ///   - item: what.
    package init(time: Timestamp, item: Item) {
        self.time = time
        self.item = item
    }
}
