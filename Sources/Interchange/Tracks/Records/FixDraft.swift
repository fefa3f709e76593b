internal import VisitModel

/// A fix during parsing.
///
/// Every format fills one in, field by field as text, so that the same text has the same meaning in all of them. It
/// contains no references into the document: each text is parsed when it is set.
struct FixDraft {
    /// An error that makes a record unusable; indirect, because few records need the space.
    indirect enum FieldError {
        case degrees(TrackField, DegreesText.Problem, String)
        case time(TimestampParser.Problem, String)
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
    /// The time at which the phone made the record, whose fix may be older; the time of a record without another.
    var recordedAt: Timestamp?
    var receivedAt: Timestamp?
    var ageMilliseconds: Int64?
    /// The age of the fix when the phone sent it, in milliseconds.
    var ageAtSendingMilliseconds: Int64?
    /// The time at which the phone sent the record, by its own clock.
    var sentAt: Timestamp?
    var activity: Activity?
    var isMoving: Bool?
    var event: PhoneRecordEvent?
    var flags: Fix.Flags = []
    var platform: Platform?
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

/// The problem of an unusable record, independent of how it is reported.
struct RecordProblem {
    /// The kind of problem, in snake case for programs.
    let code: String
    let field: TrackField?
    let message: String
}

extension FixDraft {
    /// The time, not before that of the fix, of a report whose fix is the phone's last one and possibly hours old: of a
    /// heartbeat, or of a change of the location service; `nil` for every other record.
    ///
    /// The Transistor SDK gives it as `recorded_at`, or as the age of the fix (`age`); OwnTracks gives it as
    /// `created_at`.
    var reportedAt: Timestamp? {
        guard event == .heartbeat || event == .providerChange, let time = time ?? recordedAt else { return nil }
        if let recordedAt { return max(time, recordedAt) }
        return ageMilliseconds.map { Timestamp(milliseconds: time.milliseconds + max(0, $0)) } ?? time
    }

    /// The fix, where everything required is present and valid; otherwise `problem` gives the reason.
    ///
    /// `flags` are added to those of the record. With `allowsZero` latitude and longitude of exactly 0 are a position
    /// and not a sign that there is none.
    @inline(__always)
    func fix(flags: Fix.Flags = [], allowsZero: Bool = false) -> Fix? {
        guard fault == nil, let time = time ?? recordedAt, latitude.magnitude <= 90, longitude.magnitude <= 180,
            allowsZero || latitude != 0 || longitude != 0,
            let coordinate = try? Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        return Fix(
            time: time,
            coordinate: coordinate,
            horizontalAccuracy: accuracy,
            speed: speed,
            course: course,
            altitude: altitude.isNaN ? nil : altitude,
            activity: activity,
            battery: battery,
            flags: finalFlags.union(flags)
        )
    }

    /// The problem of a record that gave no fix.
    var problem: RecordProblem {
        switch fault {
        case .degrees(let field, let problem, let text):
            return RecordProblem(
                code: "unreadable_coordinate",
                field: field,
                message: "`\(text)` \(problem.explanation(field == .latitude ? .latitude : .longitude))"
            )
        case .time(let problem, let text):
            let code =
                switch problem {
                case .zoneMissing: "missing_zone"
                case .rounded: "rounded_time"
                default: "unreadable_time"
                }
            return RecordProblem(code: code, field: .time, message: "`\(text)` \(problem.explanation)")
        case .identifier(let field, let error):
            return RecordProblem(code: "bad_identifier", field: field, message: error.message)
        case nil: break
        }
        for (field, value) in [(TrackField.latitude, latitude), (.longitude, longitude)] where value.isNaN {
            return RecordProblem(
                code: "missing_coordinate",
                field: field,
                message: "there is no \(field.name), expected a number of degrees"
            )
        }
        guard time ?? recordedAt != nil else {
            return RecordProblem(
                code: "missing_time",
                field: .time,
                message: "the record has no time, expected for instance 2024-03-01T06:09:38Z or seconds since 1970"
            )
        }
        do throws(ValidationError) {
            _ = try Coordinate(latitude: latitude, longitude: longitude)
            return RecordProblem(
                code: "zero_coordinate",
                field: .latitude,
                message: "latitude and longitude are both 0, which devices without a position write"
            )
        } catch {
            let field: TrackField = error.code == .latitude ? .latitude : .longitude
            return RecordProblem(code: "coordinate_out_of_range", field: field, message: error.message)
        }
    }
}

/// The parsers of field texts.
///
/// A comma is the decimal sign everywhere: no coordinate has thousands separators, and spreadsheets of half the world
/// write decimal commas, quoted or with semicolons between the columns.
struct FieldReading {
    let times: TimestampParser
    /// For a column that is UTC by its name.
    let utcTimes = TimestampParser(missingZone: .assumed(.utc))
}

extension FixDraft {
    /// Sets a field from its text in UTF-8; a blank one, or a placeholder for "no value", is ignored.
    @inline(__always)
    mutating func set(
        _ field: TrackField,
        _ text: UnsafeBufferPointer<UInt8>,
        _ reading: FieldReading,
        _ identities: inout IdentityTable
    ) {
        let text = DelimitedField(bytes: text).trimmed
        guard !text.isBlank else { return }
        switch field {
        case .latitude: latitude = degrees(field, .latitude, text)
        case .longitude: longitude = degrees(field, .longitude, text)
        case .time: setTime(text, reading.times)
        case .timeUTC: setTime(text, reading.utcTimes)
        case .accuracy: accuracy = number(field, text)
        case .speed: speed = number(field, text)
        case .course: course = number(field, text)
        case .altitude: altitude = number(field, text)
        case .battery, .level:
            let level = number(.battery, text)
            battery = level > 1 ? level / 100 : level
        case .member: setMember(text, &identities)
        case .device: setDevice(text, &identities)
        default: setRare(field, text, reading)
        }
    }

    private mutating func setRare(_ field: TrackField, _ text: DelimitedField, _ reading: FieldReading) {
        switch field {
        case .recordedAt: setRecordedAt(text, reading.times)
        case .receivedAt:
            receivedAt = try? reading.times.read(text.bytes)
            if receivedAt == nil { doubt(field, text) }
        case .age: ageMilliseconds = milliseconds(field, text)
        case .topic: setTopic(text.string)
        case .ageAtSending: ageAtSendingMilliseconds = milliseconds(field, text)
        case .sentAt: sentAt = try? reading.times.read(text.bytes)
        case .speedKilometersPerHour: speed = number(field, text) / 3.6
        case .speedKnots: speed = number(field, text) * 1852 / 3600
        case .batteryPercent: battery = number(field, text) / 100
        case .confidence: confidence = number(field, text)
        case .activity: activity = Activity(reported: text) ?? activity
        case .isMoving: isMoving = truth(field, text)
        case .event: event = PhoneRecordEvent(reported: text)
        case .stationary:
            if truth(field, text) == true { flags.insert(.stationary) }
        case .mock:
            if truth(field, text) == true { flags.insert(.mock) }
        case .platform:
            platform = Platform(reported: text) ?? platform
            isBrowser = text.equals(lowercase: "web") || text.equals(lowercase: "browser")
        default: break
        }
    }

    /// Required degrees of an axis.
    private mutating func degrees(_ field: TrackField, _ axis: DegreesText.Axis, _ text: DelimitedField) -> Double {
        do throws(DegreesText.Problem) {
            return try DegreesText.degrees(text, axis)
        } catch {
            if fault == nil { fault = .degrees(field, error, text.excerpt) }
            return .nan
        }
    }

    /// Sets latitude and longitude from one text; a blank one is ignored.
    mutating func setCoordinates(_ text: UnsafeBufferPointer<UInt8>) {
        let text = DelimitedField(bytes: text).trimmed
        guard !text.isBlank else { return }
        do throws(DegreesText.Problem) {
            let pair = try CoordinateText(text.string)
            (latitude, longitude) = (pair.latitude, pair.longitude)
        } catch {
            if fault == nil { fault = .degrees(.latitude, error, text.excerpt) }
        }
    }

    /// Sets the time from a date and a time of day.
    mutating func setTime(
        date: UnsafeBufferPointer<UInt8>,
        time: UnsafeBufferPointer<UInt8>,
        _ parser: TimestampParser
    ) {
        let (date, time) = (DelimitedField(bytes: date).trimmed, DelimitedField(bytes: time).trimmed)
        guard !date.isBlank || !time.isBlank else { return }
        do throws(TimestampParser.Problem) {
            self.time = try parser.read(date: date.bytes, time: time.bytes)
        } catch {
            if fault == nil { fault = .time(error, "\(date.excerpt) \(time.excerpt)") }
        }
    }

    private mutating func setTime(_ text: DelimitedField, _ parser: TimestampParser) {
        do throws(TimestampParser.Problem) {
            time = try parser.read(text.bytes)
            // An unreadable time under a name of a lower rank no longer matters.
            if case .time = fault { fault = nil }
        } catch {
            if fault == nil { fault = .time(error, text.excerpt) }
        }
    }

    /// Sets the identity from a topic of OwnTracks, where no other field has set it; other topics are ignored.
    private mutating func setTopic(_ text: String) {
        guard member == nil, device == nil, text.hasPrefix("owntracks/") else { return }
        var object = OwnTracksObject()
        object.topic = text
        setIdentity(user: nil, device: nil, object)
    }

    private mutating func setRecordedAt(_ text: DelimitedField, _ parser: TimestampParser) {
        do throws(TimestampParser.Problem) {
            recordedAt = try parser.read(text.bytes)
        } catch {
            // It matters only where there is no other time.
            if fault == nil, time == nil { fault = .time(error, text.excerpt) }
        }
    }

    private mutating func setMember(_ text: DelimitedField, _ identities: inout IdentityTable) {
        do throws(ValidationError) {
            let identity = try identities.identity(of: text.bytes)
            member = identity.member
            memberDevice = identity.device
        } catch {
            if fault == nil { fault = .identifier(.member, error) }
        }
    }

    private mutating func setDevice(_ text: DelimitedField, _ identities: inout IdentityTable) {
        do throws(ValidationError) {
            device = try identities.identity(of: text.bytes).device
        } catch {
            if fault == nil { fault = .identifier(.device, error) }
        }
    }

    /// An optional number; NaN where it can't be parsed.
    private mutating func number(_ field: TrackField, _ text: DelimitedField) -> Double {
        if let number = text.double(decimalComma: true) { return number }
        doubt(field, text)
        return .nan
    }

    private mutating func milliseconds(_ field: TrackField, _ text: DelimitedField) -> Int64? {
        let count = number(field, text)
        return count.magnitude < 1e15 ? Int64(count) : nil
    }

    private mutating func truth(_ field: TrackField, _ text: DelimitedField) -> Bool? {
        for word: StaticString in ["true", "1", "yes", "t", "y"] where text.equals(lowercase: word) { return true }
        for word: StaticString in ["false", "0", "no", "f", "n"] where text.equals(lowercase: word) { return false }
        doubt(field, text)
        return nil
    }

    private mutating func doubt(_ field: TrackField, _ text: DelimitedField) {
        if doubt == nil { doubt = .unreadable(field, text.excerpt) }
    }
}
