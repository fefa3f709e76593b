package import TrackingModel
package import VisitModel

/// The explanation of a schedule for its author: each entry in words, remarks, the state at a time and the next edges.
///
/// Day numbers are easily misread: `1-5` is Sunday to Thursday, and nothing in the notation says so.
package struct ScheduleExplanation: Hashable, Sendable, Encodable {
    package struct Entry: Hashable, Sendable, Encodable {
        /// The entry in a schedule's notation.
        package let entry: String
        package let meaning: String
        package let remarks: [ScheduleRemark]
    }

    /// Both members are `nil` where tracking is off; `entry` is the deciding one.
    package struct State: Hashable, Sendable, Encodable {
        package let mode: ScheduleMode?
        package let entry: String?

        private enum CodingKeys: String, CodingKey {
            case mode, entry
        }

        /// Encodes both members, as null where tracking is off.
        package func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(mode, forKey: .mode)
            try values.encode(entry, forKey: .entry)
        }
    }

    package struct Edge: Hashable, Sendable, Encodable {
        package let time: WallReading
        /// The change in words: `tracking starts with location`.
        package let change: String
        /// The state from then on.
        package let state: State
    }

    package let timeZone: String
    package let time: WallReading
    /// The entries, in the order given.
    package let entries: [Entry]
    /// The state at `time`.
    package let now: State
    package let next: [Edge]

    private enum CodingKeys: String, CodingKey {
        case timeZone = "time_zone"
        case time, entries, now, next
    }

    /// Explains the entries of a configuration and lists the next `edges`, 0...1000.
    ///
    /// Throws a `TrackingEngineError` with code `schedule`; its message names every invalid entry.
    package init(
        _ texts: [String],
        at time: Timestamp,
        in zone: TimeZoneName,
        edges: Int = 5
    ) throws(TrackingEngineError) {
        let schedule = try Schedule(parsing: texts)
        let remarks = Dictionary(grouping: schedule.remarks(at: time, in: zone), by: \.index)
        self.timeZone = zone.identifier
        self.time = WallReading(time, in: zone)
        self.entries = schedule.entries.enumerated().map { index, entry in
            Entry(entry: entry.description, meaning: entry.words, remarks: remarks[index] ?? [])
        }
        self.now = State(schedule.state(at: time, in: zone))
        self.next = schedule.edges(after: time, count: min(max(0, edges), 1000), in: zone).map { Edge($0, in: zone) }
    }
}

extension ScheduleExplanation.State {
    fileprivate init(_ state: ScheduleState) {
        self.init(mode: state.mode, entry: state.entry?.description)
    }
}

extension ScheduleExplanation.Edge {
    fileprivate init(_ edge: ScheduleEdge, in zone: TimeZoneName) {
        self.init(time: WallReading(edge.time, in: zone), change: edge.words, state: .init(edge.after))
    }
}

extension ScheduleEdge {
    /// The change in words: `tracking starts with location`, `tracking switches to geofences only`, `tracking stops`.
    package var words: String {
        guard let mode = after.mode else { return "tracking stops" }
        return switch (before.mode, mode) {
        case (nil, .location): "tracking starts with location"
        case (nil, .geofence): "tracking starts with geofences only"
        case (_, .location): "tracking switches to location"
        case (_, .geofence): "tracking switches to geofences only"
        }
    }
}

extension Schedule {
    fileprivate func edges(after time: Timestamp, count: Int, in zone: TimeZoneName) -> [ScheduleEdge] {
        var edges: [ScheduleEdge] = []
        while edges.count < count, let edge = nextEdge(after: edges.last?.time ?? time, in: zone) { edges.append(edge) }
        return edges
    }
}

extension ScheduleExplanation {
    /// The explanation for a terminal, in lines that each end with a line feed.
    package var text: String {
        var lines = ["At \(time.local) (\(time.utc)) in \(timeZone)", ""]
        for (index, entry) in entries.enumerated() {
            lines.append("\(index + 1). \(entry.entry)")
            lines.append("   \(entry.meaning)")
            lines.append(contentsOf: entry.remarks.map { "   Note: \($0.message)" })
        }
        lines.append(contentsOf: entries.isEmpty ? ["No entries: tracking is never on"] : [""] + courseLines)
        return lines.joined(separator: "\n") + "\n"
    }

    private var courseLines: [String] {
        if let mode = now.mode, let entry = now.entry {
            return ["Now: \(mode.words), by `\(entry)`"] + nextLines
        }
        return ["Now: no tracking"] + nextLines
    }

    private var nextLines: [String] {
        guard !next.isEmpty else { return ["Next: nothing changes any more"] }
        let width = next.map(\.time.local.count).max() ?? 0
        return ["Next:"]
            + next.map { edge in
                let room = String(repeating: " ", count: width - edge.time.local.count)
                return "   \(edge.time.local)\(room)  \(edge.time.utc)  \(edge.change)"
            }
    }
}

/// A time as local time with its offset from UTC, and as UTC.
package struct WallReading: Hashable, Sendable, Encodable {
    /// With the weekday, and seconds where they are not zero: `Wednesday 2024-06-05 09:00 +02:00`.
    package let local: String
    /// The time in UTC as ISO 8601: `2024-06-05T07:00:00Z`.
    package let utc: String

    /// Formats a time in a time zone; a time outside of the years 0 to 9999 is clamped to that range.
    package init(_ time: Timestamp, in zone: TimeZoneName) {
        let time = time.onCalendar
        let second = time.secondOfDay(in: zone)
        let offset = WallClock(zone).offset(at: time)
        let ahead = Int(offset.magnitude)
        self.local =
            "\(time.localDate(in: zone).words) \(Self.clock(second)) \(offset < 0 ? "-" : "+")\(Self.clock(ahead))"
        self.utc = time.iso8601
    }

    private static func clock(_ seconds: Int) -> String {
        let parts = [seconds / 3600, seconds / 60 % 60] + (seconds % 60 == 0 ? [] : [seconds % 60])
        return parts.map { padded($0, 2) }.joined(separator: ":")
    }
}
