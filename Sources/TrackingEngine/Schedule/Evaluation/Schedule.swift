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
    public init(_ entries: [ScheduleEntry]) { self.entries = entries }

    /// Parses the entries of a configuration; throws a `TrackingEngineError` (`schedule`) naming every invalid entry.
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
}

/// A time at which tracking turns on or off by the schedule, or changes its mode.
public struct ScheduleEdge: Hashable, Sendable {
    /// The first time of the new state.
    public let time: Timestamp
    /// The state just before.
    public let before: ScheduleState
    /// The state from then on; its mode differs.
    public let after: ScheduleState
}

extension Schedule {
    /// The state of the schedule at a time in a time zone: the deciding entry, or off.
    public func state(at time: Timestamp, in zone: TimeZoneName) -> ScheduleState {
        let time = time.onCalendar
        return windows(from: time, through: time, in: zone).state(at: time)
    }

    /// The windows of all entries that intersect a closed interval.
    func windows(from first: Timestamp, through last: Timestamp, in zone: TimeZoneName) -> [ScheduleWindow] {
        let clock = WallClock(zone)
        // Hours end on the next day at the latest. Where clocks were set forward or back over midnight, or by a whole
        // day at the date line, the local day may differ by one more.
        let days = clock.day(at: first) - 2...clock.day(at: last) + 1
        var windows: [ScheduleWindow] = []
        for entry in entries {
            for wall in entry.wallWindows(startingOn: days) {
                guard let window = ScheduleWindow(entry, wall, by: clock), window.end > first, window.start <= last
                else { continue }
                windows.append(window)
            }
        }
        return windows
    }
}

extension [ScheduleWindow] {
    /// The state at a time, given all windows near that time.
    func state(at time: Timestamp) -> ScheduleState {
        var deciding: ScheduleWindow?
        for window in self where window.contains(time) {
            guard let other = deciding, window.yields(to: other) else {
                deciding = window
                continue
            }
        }
        return ScheduleState(entry: deciding?.entry)
    }
}

extension Timestamp {
    /// The first moment of year 0.
    static let firstOnCalendar = Timestamp(milliseconds: -62_167_219_200_000)
    /// The end of year 9999.
    static let lastOnCalendar = Timestamp(milliseconds: 253_402_300_800_000)

    /// This time, clamped to the years 0 to 9999.
    var onCalendar: Timestamp { min(max(self, .firstOnCalendar), .lastOnCalendar) }
}

extension Schedule {
    /// The first time after `time`, which is excluded, at which the mode changes; `nil` where nothing changes any more.
    ///
    /// Adjacent or overlapping windows of one mode make no edge where they meet; windows of different modes make one.
    public func nextEdge(after time: Timestamp, in zone: TimeZoneName) -> ScheduleEdge? {
        guard time < .lastOnCalendar else { return nil }
        let time = time.onCalendar
        let turns = literalTurns(in: zone).filter { $0 > time }
        // Between two boundaries of one-time entries all weeks are alike: an edge is soon after the first boundary, or
        // nowhere.
        for (index, anchor) in ([time] + turns).enumerated() {
            let from = index == 0 ? anchor : anchor.advanced(by: .milliseconds(-1))
            let bound = index < turns.count ? turns[index] : .lastOnCalendar
            for reach in reaches {
                let through = min(bound, anchor.advanced(by: reach))
                if let edge = edges(after: from, through: through, in: zone).first { return edge }
            }
        }
        return nil
    }

    /// The last time up to and including `time` at which the mode changed; `nil` where nothing had changed before.
    public func lastEdge(notAfter time: Timestamp, in zone: TimeZoneName) -> ScheduleEdge? {
        guard time > .firstOnCalendar else { return nil }
        let time = time.onCalendar
        let turns = literalTurns(in: zone).filter { $0 <= time }.reversed()
        var anchors = [time]
        anchors.append(contentsOf: turns)
        for (index, anchor) in anchors.enumerated() {
            let bound = index + 1 < anchors.count ? anchors[index + 1] : .firstOnCalendar
            for reach in reaches {
                let from = max(bound, anchor.advanced(by: .zero - reach), .firstOnCalendar)
                // The boundary itself is searched separately, because the weeks before it may differ.
                let start = min(from, anchor.advanced(by: .milliseconds(-1)))
                if let edge = edges(after: start, through: anchor, in: zone).last { return edge }
            }
        }
        return nil
    }

    /// How far to search for an edge that repeats weekly: first a short distance, where most are.
    ///
    /// An edge comes within eight days; a change of the clocks, or a day skipped at the date line, can suppress it
    /// once.
    private var reaches: [Duration] {
        entries.contains(where: \.isWeekly) ? [.seconds(2 * 86_400), .seconds(23 * 86_400)] : [.zero]
    }

    /// When entries that occur once start or end, in order.
    private func literalTurns(in zone: TimeZoneName) -> [Timestamp] {
        let clock = WallClock(zone)
        var turns: Set<Timestamp> = []
        for entry in entries {
            guard let wall = entry.literalWindow, let window = ScheduleWindow(entry, wall, by: clock) else { continue }
            turns.insert(window.start)
            turns.insert(window.end)
        }
        return turns.sorted()
    }

    /// The edges after `first` and not after `last`, in order.
    private func edges(after first: Timestamp, through last: Timestamp, in zone: TimeZoneName) -> [ScheduleEdge] {
        guard first < last else { return [] }
        let windows = windows(from: first, through: last, in: zone)
        let turns = Set(windows.flatMap { [$0.start, $0.end] }).filter { $0 > first && $0 <= last }
        var edges: [ScheduleEdge] = []
        var state = windows.state(at: first)
        for turn in turns.sorted() {
            let next = windows.state(at: turn)
            if next.mode != state.mode { edges.append(ScheduleEdge(time: turn, before: state, after: next)) }
            state = next
        }
        return edges
    }
}
