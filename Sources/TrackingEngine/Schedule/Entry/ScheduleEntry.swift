internal import TrackingModel
public import VisitModel

/// One line of a schedule: when tracking is on, on the clocks of the place where the phone is, and in which mode.
///
/// Grammar: Transistor, "AppConfig", schedule. `DAYS HH:mm-HH:mm`, `yyyy-mm-dd HH:mm-HH:mm` or
/// `yyyy-mm-dd-HH:mm yyyy-mm-dd-HH:mm`, each with ` location` or ` geofence` after it where the mode is said.
public struct ScheduleEntry: Hashable, Sendable {
    /// When an entry holds.
    public enum Time: Hashable, Sendable {
        /// Every week; hours that end on the next day belong to the day they start on.
        case weekly(ScheduleDays, ScheduleHours)
        /// Once, on one day; the hours may end on the next.
        case day(CivilDate, ScheduleHours)
        /// Once, from one day and time to another.
        case span(ScheduleSpan)
    }

    /// When it holds.
    public let time: Time
    /// What it turns on.
    public let mode: ScheduleMode

    /// Makes an entry.
    ///
    /// - Parameters:
    ///   - time: when it holds.
    ///   - mode: what it turns on.
    public init(_ time: Time, mode: ScheduleMode = .location) {
        self.time = time
        self.mode = mode
    }

    /// Whether it holds week after week; otherwise it holds once.
    var isWeekly: Bool { if case .weekly = time { true } else { false } }
}

/// The time between two moments on the clocks of a place.
public struct ScheduleSpan: Hashable, Sendable {
    /// When it starts.
    public let start: ScheduleDateTime
    /// When it ends; the end itself does not belong to it.
    public let end: ScheduleDateTime

    /// Checks and takes a span.
    ///
    /// - Parameters:
    ///   - start: when it starts.
    ///   - end: when it ends, after the start. A time of 00:00 is the midnight that begins its day, for the day is named.
    public init?(from start: ScheduleDateTime, to end: ScheduleDateTime) {
        guard start < end else { return nil }
        self.start = start
        self.end = end
    }
}

extension ScheduleEntry: CustomStringConvertible {
    /// The entry as a schedule writes it, in one way only; the mode is left out where it is location.
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
    /// Reads the entry as a schedule writes it.
    ///
    /// - Parameter decoder: holds one text.
    /// - Throws: `DecodingError` where the text is no entry.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
            try self.init(container.decode(String.self))
        } catch let error as TrackingEngineError {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: error.message)
        }
    }

    /// Writes the entry as a schedule writes it.
    ///
    /// - Parameter encoder: takes one text.
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
