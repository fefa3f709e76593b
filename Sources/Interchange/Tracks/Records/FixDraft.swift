internal import VisitModel

/// A fix during parsing.
///
/// Every format fills one in, field by field as text, so that the same text has the same meaning in all of them. It
/// contains no references into the document: each text is parsed when it is set.
struct FixDraft {
    /// An error that makes a record unusable; indirect, because few records need the space.
    indirect enum FieldError {
        /// An invalid number.
        case notANumber(TrackField, String)
        /// An invalid time.
        case time(TimestampParser.Problem, String)
        /// An invalid identifier of a member or phone.
        case identifier(TrackField, ValidationError)
    }

    /// An unreadable text of an optional field.
    indirect enum FieldWarning {
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
    /// The age of the fix when the phone sent it, in milliseconds.
    var ageAtSendingMilliseconds: Int64?
    /// The time at which the phone sent the record, by its own clock.
    var sentAt: Timestamp?
    var activity: Activity?
    var isMoving: Bool?
    /// The cause of the record.
    var event: PhoneRecordEvent?
    var flags: Fix.Flags = []
    var platform: Platform?
    /// Whether the fix is from a web browser.
    var isBrowser = false
    var member: MemberID?
    /// The phone of the member, unless another is named.
    var memberDevice: DeviceID?
    var device: DeviceID?
    /// The first error that makes the record unusable.
    var fault: FieldError?
    /// The first unreadable text of an optional field.
    var doubt: FieldWarning?

    /// The confidence in percent from which an activity proves rest: the Transistor SDK's own default threshold on iOS.
    static let restConfidence = 70.0

    /// The flags that result from all fields together.
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
