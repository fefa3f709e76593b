internal import VisitModel

/// A fix as far as its record has been read.
///
/// Every format fills one in, field by field as text, so that all of them mean the same by the same text. Nothing here
/// points into the document: each text is read when it is given.
struct FixDraft {
    /// What makes a record unusable; in a box, because few records need the room.
    indirect enum Fault {
        /// A number that is none.
        case notANumber(TrackField, String)
        /// A time that is none.
        case time(TimestampParser.Problem, String)
        /// A name of a member or phone that can't be one.
        case identifier(TrackField, ValidationError)
    }

    /// A text of a field that is not needed, which could not be read.
    indirect enum Doubt {
        case unreadable(TrackField, String)
    }

    var latitude = Double.nan
    var longitude = Double.nan
    var accuracy = Double.nan
    var speed = Double.nan
    var course = Double.nan
    var altitude = Double.nan
    var battery = Double.nan
    var confidence = Double.nan
    var time: Timestamp?
    var receivedAt: Timestamp?
    var ageMilliseconds: Int64?
    /// How old the reading was when the phone sent it, in milliseconds.
    var ageAtSendingMilliseconds: Int64?
    /// When the phone sent the record, by its own clock.
    var sentAt: Timestamp?
    var activity: Activity?
    var isMoving: Bool?
    /// What made the phone write the record.
    var event: PhoneRecordEvent?
    var flags: Fix.Flags = []
    var platform: Platform?
    /// Whether a web browser made the reading.
    var isBrowser = false
    var member: MemberID?
    /// The phone of the member, as long as nothing names another.
    var memberDevice: DeviceID?
    var device: DeviceID?
    /// The first thing that makes the record unusable.
    var fault: Fault?
    /// The first text of a field that is not needed and could not be read.
    var doubt: Doubt?

    /// The confidence in percent that makes an activity proof of rest: the Transistor SDK's own default threshold on
    /// iOS.
    static let restConfidence = 70.0

    /// The flags that all that was said together amounts to.
    var finalFlags: Fix.Flags {
        var flags = flags
        // A heartbeat is only sent while the phone rests (Transistor's documentation of `heartbeatInterval`).
        if event == .motionChange || event == .heartbeat, let isMoving {
            flags.insert(isMoving ? .moving : .stationary)
        } else if activity == .still, isMoving != true, !(confidence < Self.restConfidence) {
            flags.insert(.stationary)
        }
        return flags
    }
}
