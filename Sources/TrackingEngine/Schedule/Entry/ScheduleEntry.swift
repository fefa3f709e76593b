internal import TrackingModel
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

    /// Whether it repeats weekly; otherwise it occurs once.
    var isWeekly: Bool { if case .weekly = time { true } else { false } }
}

/// The time between two local dates and times.
public struct ScheduleSpan: Hashable, Sendable {
    /// The start.
    public let start: ScheduleDateTime
    /// The end, not included.
    public let end: ScheduleDateTime

    /// Creates a span; `nil` unless the end is after the start.
    ///
    /// An end at 00:00 is the midnight that begins its day, because the day is given.
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
