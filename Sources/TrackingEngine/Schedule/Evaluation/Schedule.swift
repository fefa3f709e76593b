public import TrackingModel
public import VisitModel

/// When tracking is on: any number of entries, together.
///
/// Tracking is on while any entry holds; of several, the one that started last decides the mode. The order of the entries
/// never matters. Times are those on the clocks of wherever the phone is, so every question names a time zone.
///
/// Clocks that change: a start or end in the hour that clocks skip is at the first time after it. A time that they show
/// twice is, for a start, the first, for an end, the second; "twice" includes the reading that clocks are put back to. A
/// window that is empty then does not exist. The vendor says nothing about this; the rule is ours.
///
/// Times outside of the years 0 to 9999 are taken for the nearest time inside.
public struct Schedule: Hashable, Sendable {
    /// The entries, in the order given.
    public let entries: [ScheduleEntry]

    /// Makes a schedule.
    ///
    /// - Parameter entries: in any order; none means that tracking is never on.
    public init(_ entries: [ScheduleEntry]) {
        self.entries = entries
    }

    /// Reads a schedule as a configuration holds it.
    ///
    /// - Parameter texts: the entries, as `ScheduleEntry` reads them.
    /// - Throws: `TrackingEngineError` with code `schedule`; its message names every entry that can't be read.
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
    /// Reads a list of texts.
    ///
    /// - Parameter decoder: holds the list.
    /// - Throws: `DecodingError` where a text is no entry.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode([ScheduleEntry].self))
    }

    /// Writes a list of texts.
    ///
    /// - Parameter encoder: takes the list.
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(entries)
    }
}

/// What a schedule says at some time.
public struct ScheduleState: Hashable, Sendable {
    /// The entry that decides; `nil` where none holds, and then tracking is off.
    public let entry: ScheduleEntry?

    /// What is on; `nil` where tracking is off.
    public var mode: ScheduleMode? { entry?.mode }

    /// Makes a state.
    ///
    /// - Parameter entry: the entry that decides, `nil` for off.
    public init(_ entry: ScheduleEntry?) {
        self.entry = entry
    }
}

/// A time at which what a schedule says really changes: tracking turns on or off, or its mode does.
public struct ScheduleEdge: Hashable, Sendable {
    /// The first time at which the new state holds.
    public let time: Timestamp
    /// The state just before.
    public let before: ScheduleState
    /// The state from then on; its mode is another one.
    public let after: ScheduleState

    /// Makes an edge.
    ///
    /// - Parameters:
    ///   - time: the first time at which the new state holds.
    ///   - before: the state just before.
    ///   - after: the state from then on.
    public init(at time: Timestamp, before: ScheduleState, after: ScheduleState) {
        self.time = time
        self.before = before
        self.after = after
    }
}
