public import TrackingModel
public import VisitModel

/// One line of a schedule: when tracking is on, in the phone's local time, and in which mode.
///
/// Grammar: Transistor, "AppConfig", schedule. `DAYS HH:mm-HH:mm`, `yyyy-mm-dd HH:mm-HH:mm` or `yyyy-mm-dd-HH:mm
/// yyyy-mm-dd-HH:mm`, each optionally followed by ` location` or ` geofence`.
public struct ScheduleEntry: Hashable, Sendable {
    /// When an entry applies.
    public enum Time: Hashable, Sendable {
        /// Every week; hours that end on the next day belong to the day on which they start.
        case weekly(ScheduleDays, ScheduleHours)
        /// Once, on one day; the hours may end on the next.
        case day(CivilDate, ScheduleHours)
        /// Once, from one day and time to another.
        case span(ScheduleSpan)
    }

    /// When the entry applies.
    public let time: Time
    /// The mode that it turns on.
    public let mode: ScheduleMode

    /// Creates an entry.
    public init(_ time: Time, mode: ScheduleMode = .location) {
        self.time = time
        self.mode = mode
    }

    var isWeekly: Bool { if case .weekly = time { true } else { false } }
}

/// The time between two local dates and times.
public struct ScheduleSpan: Hashable, Sendable {
    /// The start.
    public let start: ScheduleDateTime
    /// The end, not included.
    public let end: ScheduleDateTime

    /// Creates a span; `nil` unless the end is after the start; an end at 00:00 is the midnight that begins its day.
    public init?(from start: ScheduleDateTime, to end: ScheduleDateTime) {
        guard start < end else { return nil }
        self.start = start
        self.end = end
    }
}

extension ScheduleEntry: CustomStringConvertible {
    /// The entry in a schedule's canonical notation; the mode `location` is left out.
    public var description: String {
        let text =
            switch time {
            case .weekly(let days, let hours): "\(days) \(hours)"
            case .day(let date, let hours): "\(date) \(hours)"
            case .span(let span): "\(span.start) \(span.end)"
            }
        return mode == .location ? text : "\(text) \(mode.rawValue)"
    }
}

extension ScheduleEntry: Codable {
    /// Decodes the entry from its notation; throws `DecodingError` for a text that cannot be parsed.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
            try self.init(container.decode(String.self))
        } catch let error as TrackingEngineError {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: error.message)
        }
    }

    /// Encodes the entry in its notation.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension ScheduleEntry {
    /// Parses an entry in the notation of configurations, for instance `2-6 09:00-17:00`.
    ///
    /// An hour may have one digit (`9:00`); white space around and between the words is ignored. Throws a
    /// `TrackingEngineError` with code `schedule`; its message quotes the entry, the position of the error and what is
    /// expected there.
    public init(_ text: String) throws(TrackingEngineError) {
        let reader = ScheduleEntryReader(text: text)
        var words = text.split(whereSeparator: \.isWhitespace)[...]
        guard let first = words.popFirst() else {
            throw reader.problem("it is empty, expected for instance 2-6 09:00-17:00")
        }
        let time: Time
        // A range of days has one hyphen, a date two, a date with a time three.
        switch first.contains(",") ? 0 : first.count(where: { $0 == "-" }) {
        case 0, 1:
            let days = try reader.days(first)
            time = .weekly(days, try reader.hours(words.popFirst(), after: first))
        case 2:
            let date = try reader.date(first)
            time = .day(date, try reader.hours(words.popFirst(), after: first))
        case 3:
            let start = try reader.dateTime(first)
            guard let second = words.popFirst() else {
                throw reader.problem("nothing follows \(reader.place(first)), expected an end such as 2019-01-01-17:00")
            }
            let end = try reader.dateTime(second)
            guard let span = ScheduleSpan(from: start, to: end) else {
                throw reader.problem("the end, \(reader.place(second)), is not after the start, expected a later time")
            }
            time = .span(span)
        default:
            throw reader.problem(
                "\(reader.place(first)) is neither days nor a date, expected for instance 1, 2,4,6, 2-6 or 2018-01-01"
            )
        }
        let mode = try reader.mode(words.popFirst())
        if let extra = words.first {
            throw reader.problem("\(reader.place(extra)) is unexpected, expected the end of the entry after the mode")
        }
        self.init(time, mode: mode)
    }
}

/// The mode that a window turns on; location by default (Transistor, "AppConfig", schedule, scheduling modes).
public enum ScheduleMode: String, Hashable, Sendable, CaseIterable, Codable {
    /// Locations and geofences are tracked.
    case location
    /// Geofences alone are monitored.
    case geofence
}

/// The hours of a day in which tracking is on, from a start (included) to an end (not included).
///
/// An end before the start is on the next day. 00:00 is the midnight that ends the day of the start (Transistor,
/// "AppConfig", schedule: `2,4,6 20:00-00:00` is 8 pm to midnight).
public struct ScheduleHours: Hashable, Sendable {
    /// The start.
    public let start: ScheduleTime
    /// The end, not included.
    public let end: ScheduleTime

    /// Creates hours; `nil` where start and end are equal, because that could mean no time or a whole day.
    public init?(from start: ScheduleTime, to end: ScheduleTime) {
        guard start != end else { return nil }
        self.start = start
        self.end = end
    }

    /// Whether they end on the next day; the midnight that ends the day of the start does not.
    public var isOvernight: Bool { end < start && end != .midnight }

    /// The length in wall clock minutes, 1..<1440.
    public var lengthMinutes: Int {
        let difference = end.minuteOfDay - start.minuteOfDay
        return difference > 0 ? difference : difference + 1440
    }
}

extension ScheduleHours: CustomStringConvertible {
    /// The hours in a schedule's notation: `09:00-17:00`.
    public var description: String { "\(start)-\(end)" }
}
