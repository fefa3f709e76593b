internal import VisitModel

/// The parsers of field texts.
///
/// A comma is the decimal sign everywhere: no coordinate has thousands separators, and spreadsheets of half the world
/// write decimal commas, quoted or with semicolons between the columns.
struct FieldReading {
    /// The parser of times, with the interpretation of a time without a zone.
    let times: TimestampParser
    /// The parser of times of a column that is UTC by its name.
    let utcTimes = TimestampParser(missingZone: .assumed(.utc))
}

extension FixDraft {
    /// Sets a field from its text; a blank one, or a placeholder for "no value", is ignored.
    ///
    /// - Parameters:
    ///   - field: the field.
    ///   - text: UTF-8, as written in the document.
    ///   - reading: the parsers.
    ///   - identities: the identifiers seen so far.
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
        case .latitude: latitude = degrees(field, text)
        case .longitude: longitude = degrees(field, text)
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
        case .receivedAt:
            receivedAt = try? reading.times.read(text.bytes)
            if receivedAt == nil { doubt(field, text) }
        case .age:
            ageMilliseconds = milliseconds(field, text)
        case .ageAtSending: ageAtSendingMilliseconds = milliseconds(field, text)
        case .sentAt: sentAt = try? reading.times.read(text.bytes)
        case .speedKilometersPerHour: speed = number(field, text) / 3.6
        case .speedKnots: speed = number(field, text) * 1852 / 3600
        case .batteryPercent: battery = number(field, text) / 100
        case .confidence: confidence = number(field, text)
        case .activity: activity = Activity(reported: text) ?? activity
        case .isMoving: isMoving = truth(field, text)
        case .event:
            event = PhoneRecordEvent(reported: text)
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

    /// A required number.
    private mutating func degrees(_ field: TrackField, _ text: DelimitedField) -> Double {
        if let number = text.double(decimalComma: true) { return number }
        if fault == nil { fault = .notANumber(field, text.excerpt) }
        return .nan
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
