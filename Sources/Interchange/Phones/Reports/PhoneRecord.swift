package import VisitModel

/// One usable record that a phone sent: a reading, what its system says of a fence, or only that it is alive.
package struct PhoneRecord: Hashable, Sendable {
    /// The phone it came from.
    package var device: DeviceID
    /// Whose phone it is; `nil` where only the phone is named, so that the caller looks up its member.
    package var member: MemberID?
    /// The phone's operating system, where it is known.
    package var platform: Platform?
    /// What the app calls the record (Transistor's `uuid`, OwnTracks' `_id`): a record that is sent again has it again.
    package var recordID: String?
    /// When the record was made, by the phone's clock, or by ours where the payload shows that the phone's is wrong.
    package var time: Timestamp
    /// The reading; `nil` where the phone is alive and says no place.
    package var fix: Fix?
    /// What the phone's system says of a geofence.
    package var claim: FenceClaim?
    /// The state of the phone's location service.
    package var provider: ProviderState?
    /// What made the phone write the record, where it says.
    package var event: PhoneRecordEvent?
    /// Whether the record is for "now" only, and older ones that are still to come tell what happened.
    ///
    /// Overland's `current`: it comes while the phone's queue is longer than a batch.
    package var isCurrentOnly: Bool

    /// Makes a record.
    ///
    /// - Parameters:
    ///   - device: the phone it came from.
    ///   - member: whose phone it is, where known.
    ///   - platform: the phone's operating system, where known.
    ///   - recordID: what the app calls the record.
    ///   - time: when it was made.
    ///   - fix: the reading; `nil` where the phone says no place.
    ///   - claim: what the phone's system says of a geofence.
    ///   - provider: the state of the phone's location service.
    ///   - event: what made the phone write the record.
    ///   - isCurrentOnly: whether the record is for "now" only.
    package init(
        device: DeviceID,
        member: MemberID? = nil,
        platform: Platform? = nil,
        recordID: String? = nil,
        time: Timestamp,
        fix: Fix? = nil,
        claim: FenceClaim? = nil,
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

/// What made a phone write a record.
package enum PhoneRecordEvent: String, Hashable, Sendable, CaseIterable {
    /// The phone began or stopped to move.
    case motionChange = "motionchange"
    /// The phone's system reported a geofence.
    case geofence
    /// A timer, while the phone rested.
    case heartbeat
    /// The location service or the permission to use it changed.
    case providerChange = "providerchange"

    /// The event that a phone's text names; `nil` where it names none that is known here.
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
