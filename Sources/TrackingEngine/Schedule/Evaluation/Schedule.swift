public import TrackingModel
public import VisitModel

/// The times at which tracking is on: any number of entries.
///
/// Tracking is on while any entry applies; of several, the one that started last decides the mode. The order of the
/// entries never matters. Times are local to the phone, so every query names a time zone.
///
/// Changes of the clocks: a start or end in the hour that clocks skip is at the first time after it. A time that they
/// show twice is, for a start, the first, for an end, the second; "twice" includes the time to which clocks are set
/// back. A window that is empty then does not exist. The vendor does not document this; the rule is Footfall's.
///
/// Times outside of the years 0 to 9999 are clamped to that range.
public struct Schedule: Hashable, Sendable {
    /// The entries, in the order given.
    public let entries: [ScheduleEntry]

    /// Creates a schedule from entries in any order; without entries tracking is never on.
    public init(_ entries: [ScheduleEntry]) {
        self.entries = entries
    }

    /// Parses a schedule from the entries of a configuration.
    ///
    /// Throws a `TrackingEngineError` with code `schedule`, of which the message names every invalid entry.
    public init(parsing texts: some Sequence<String>) throws(TrackingEngineError) {
        var entries: [ScheduleEntry] = []
        var problems: [String] = []
        for text in texts {
            do {
                entries.append(try ScheduleEntry(text))
            } catch {
                problems.append(error.message)
            }
        }
        guard problems.isEmpty else { throw TrackingEngineError(.schedule, problems.joined(separator: "; ")) }
        self.init(entries)
    }
}

extension Schedule: Codable {
    /// Decodes a list of texts; throws `DecodingError` for a text that cannot be parsed.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode([ScheduleEntry].self))
    }

    /// Encodes the entries as a list of texts.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(entries)
    }
}

/// The state of a schedule at a time.
public struct ScheduleState: Hashable, Sendable {
    /// The deciding entry; `nil` where none applies and tracking is off.
    public let entry: ScheduleEntry?

    /// The mode that is on; `nil` where tracking is off.
    public var mode: ScheduleMode? { entry?.mode }

    /// Creates a state from the deciding entry, `nil` for off.
    public init(_ entry: ScheduleEntry?) {
        self.entry = entry
    }
}

/// A time at which tracking turns on or off by the schedule, or changes its mode.
public struct ScheduleEdge: Hashable, Sendable {
    /// The first time of the new state.
    public let time: Timestamp
    /// The state just before.
    public let before: ScheduleState
    /// The state from then on; its mode differs.
    public let after: ScheduleState

    /// Creates an edge.
    ///
    /// - Parameters:
    ///   - time: the first time of the new state.
    ///   - before: the state just before.
    ///   - after: the state from then on.
    public init(at time: Timestamp, before: ScheduleState, after: ScheduleState) {
        self.time = time
        self.before = before
        self.after = after
    }
}
