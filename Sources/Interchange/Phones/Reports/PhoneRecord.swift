package import VisitModel

/// A usable record from a phone: a fix, an OS transition report, or only a heartbeat.
package struct PhoneRecord: Hashable, Sendable {
    /// The phone that sent it.
    package var device: DeviceID
    /// The phone's member; `nil` where only the phone is named, so that the caller looks up its member.
    package var member: MemberID?
    /// The phone's operating system, where it is known.
    package var platform: Platform?
    /// The app's ID of the record (Transistor's `uuid`, OwnTracks' `_id`): a resent record has the same one.
    package var recordID: String?
    /// The time of the record, by the phone's clock, or by the service's where the payload shows that the phone's is
    /// wrong.
    package var time: Timestamp
    /// The fix; `nil` where the phone is alive and gives no position.
    package var fix: Fix?
    /// The OS transition report, if any.
    package var claim: PhoneTransition?
    /// The state of the phone's location service, if reported.
    package var provider: ProviderState?
    /// The cause of the record, if reported.
    package var event: PhoneRecordEvent?
    /// Whether the record is only a current position, and older records that are still to come describe the way there.
    ///
    /// Overland's `current`: it is sent while the phone's queue is longer than a batch.
    package var isCurrentOnly: Bool

    /// Creates a record.
    package init(
        device: DeviceID,
        member: MemberID? = nil,
        platform: Platform? = nil,
        recordID: String? = nil,
        time: Timestamp,
        fix: Fix? = nil,
        claim: PhoneTransition? = nil,
        provider: ProviderState? = nil,
        event: PhoneRecordEvent? = nil,
        isCurrentOnly: Bool = false
    ) {
        self.device = device
        self.member = member
        self.platform = platform
        self.recordID = recordID
        self.time = time
        self.fix = fix
        self.claim = claim
        self.provider = provider
        self.event = event
        self.isCurrentOnly = isCurrentOnly
    }
}

/// The cause of a record.
package enum PhoneRecordEvent: String, Hashable, Sendable, CaseIterable {
    /// The phone began or stopped to move.
    case motionChange = "motionchange"
    /// The phone's system reported a geofence.
    case geofence
    /// A timer, while the phone rested.
    case heartbeat
    /// The location service or the permission to use it changed.
    case providerChange = "providerchange"

    /// Creates an event from a phone's word; `nil` for an unknown one.
    init?(reported text: DelimitedField) {
        if text.equals(lowercase: "motionchange") {
            self = .motionChange
        } else if text.equals(lowercase: "geofence") {
            self = .geofence
        } else if text.equals(lowercase: "heartbeat") {
            self = .heartbeat
        } else if text.equals(lowercase: "providerchange") {
            self = .providerChange
        } else {
            return nil
        }
    }
}
