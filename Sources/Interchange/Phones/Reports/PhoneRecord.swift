package import VisitModel

/// A usable record from a phone: a fix, an OS transition report, or only a heartbeat.
package struct PhoneRecord: Hashable, Sendable {
    package var device: DeviceID
    /// The phone's member; `nil` where only the phone is named, so that the caller looks up its member.
    package var member: MemberID?
    package var platform: Platform?
    /// The app's ID of the record (Transistor's `uuid`, OwnTracks' `_id`): a resent record has the same one.
    package var recordID: String?
    /// The time of the record, by the phone's clock, or by the service's where the payload shows that the phone's is
    /// wrong.
    package var time: Timestamp
    /// The fix; `nil` where the phone is alive and gives no position.
    package var fix: Fix?
    /// The time, not before that of the fix, of a heartbeat or of a change of the location service, whose fix is the
    /// phone's last one; `nil` for every other record.
    package var reportedAt: Timestamp?
    package var claim: PhoneTransition?
    package var provider: ProviderState?
    package var event: PhoneRecordEvent?
    /// Whether the record is only a current position, and older records that are still to come describe the way there.
    ///
    /// Overland's `current`: it is sent while the phone's queue is longer than a batch.
    package var isCurrentOnly: Bool
    /// The range of the record in the bytes of the request (`PhoneRequestReader.bytes(of:)`).
    var range: Range<Int>
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

/// An OS transition report: what a phone's operating system reports of a geofence that it monitors.
///
/// It describes the phone's own fence and is no visit: the service may never have created a fence of that name, and the
/// fix beside it may lie elsewhere.
package struct PhoneTransition: Hashable, Sendable {
    /// The fence's name, as the phone sent it.
    package var fence: String
    package var action: FenceAction
    /// The time by the phone's clock, where it is given separately from the time of the fix.
    package var at: Timestamp?
}

extension FenceAction {
    /// Creates an action from a phone's word: Transistor's `ENTER`, `EXIT`, `DWELL`, OwnTracks' `enter`, `leave`.
    init?(reported text: String) {
        switch text.lowercased() {
        case "enter", "entered": self = .entered
        case "exit", "exited", "leave": self = .exited
        case "dwell", "dwelled": self = .dwelled
        default: return nil
        }
    }
}

/// The state of a phone's location service and of the app's permission to use it.
///
/// Each property is `nil` where the phone does not report it.
package struct ProviderState: Hashable, Sendable {
    package enum Permission: Int, Hashable, Sendable, CaseIterable {
        /// The user has not been asked yet.
        case notDetermined
        /// The user can't grant it, for instance because of parental controls.
        case restricted
        case denied
        case always
        case whenInUse
    }

    /// Whether the phone's location service is on.
    package var isEnabled: Bool?
    /// Whether satellites may be used.
    package var usesSatellites: Bool?
    /// Whether wireless networks may be used.
    package var usesNetworks: Bool?
    package var permission: Permission?
    /// Whether the app gets only an approximate location.
    package var isReducedAccuracy: Bool?
}
