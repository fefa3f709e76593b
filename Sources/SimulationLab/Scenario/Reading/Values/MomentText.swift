internal import VisitModel

/// The time of an event, as written in a scenario.
enum MomentText: Hashable {
    case clock(ClockTime)
    /// Seconds after the start.
    case afterStart(Double)
    /// Every day at a local time, in seconds after midnight.
    case everyDay(second: Int)

    /// Parses and removes a moment at the start of some words, up to the keyword of the next part.
    ///
    /// Throws `Problem` where the words do not begin with one.
    static func parse(from words: inout ArraySlice<String>) throws -> MomentText {
        if let first = words.first, first.hasPrefix("+") {
            let taken = words.prefix { !["for", "at", "every"].contains($0.lowercased()) }
            words = words.dropFirst(taken.count)
            let text = String(taken.joined(separator: " ").dropFirst())
            return .afterStart(try DurationText.seconds(text, within: 0...longestSeconds))
        }
        let text = words.joined(separator: " ")
        guard let time = try ClockTime.parse(from: &words) else {
            throw Problem("\(quoted(text)) is not a time, expected for instance \(ClockTime.examples) or +25 min")
        }
        return .clock(time)
    }

    static func parse(_ text: String) throws -> MomentText {
        var words = text.split(whereSeparator: \.isWhitespace).map(String.init)[...]
        let moment = try parse(from: &words)
        guard words.isEmpty else {
            throw Problem("\(quoted(text)) is not a time, expected for instance \(ClockTime.examples) or +25 min")
        }
        return moment
    }

    /// One time, in or outside the scenario; for every day, those from `start` to `end`.
    func times(in calendar: ScenarioCalendar, start: Timestamp, end: Timestamp) -> [Timestamp] {
        switch self {
        case .clock(let time): return [calendar.time(time)]
        case .afterStart(let seconds): return [start.advanced(bySeconds: seconds)]
        case .everyDay(let second):
            let first = start.localDate(in: calendar.timeZone).daysSince1970 - calendar.date.daysSince1970
            let last = end.localDate(in: calendar.timeZone).daysSince1970 - calendar.date.daysSince1970
            guard first <= last else { return [] }
            return (first...last).map { calendar.time(ClockTime(day: nil, second: second), shift: $0) }
                .filter { $0 >= start && $0 <= end }
        }
    }
}
