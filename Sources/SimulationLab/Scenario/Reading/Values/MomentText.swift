internal import VisitModel

/// When something happens, as a scenario says it.
enum MomentText: Hashable {
    /// At a time of a day.
    case clock(ClockTime)
    /// So many seconds after the start.
    case afterStart(Double)
    /// At a time of every day, in seconds after midnight.
    case everyDay(second: Int)

    /// Takes a moment from the front of some words, up to the word that begins something else.
    ///
    /// - Parameter words: gets shorter by what was taken.
    /// - Returns: the moment.
    /// - Throws: `Problem` where the words begin with none.
    static func take(from words: inout ArraySlice<String>) throws -> MomentText {
        if let first = words.first, first.hasPrefix("+") {
            let taken = words.prefix { !["for", "at", "every"].contains($0.lowercased()) }
            words = words.dropFirst(taken.count)
            let text = String(taken.joined(separator: " ").dropFirst())
            return .afterStart(try DurationText.seconds(text, within: 0...longestSeconds))
        }
        let text = words.joined(separator: " ")
        guard let time = try ClockTime.take(from: &words) else {
            throw Problem("\(quoted(text)) is no time, expected for instance \(ClockTime.examples) or +25 min")
        }
        return .clock(time)
    }

    /// Reads a text that is one moment and nothing else.
    static func reading(_ text: String) throws -> MomentText {
        var words = text.split(whereSeparator: \.isWhitespace).map(String.init)[...]
        let moment = try take(from: &words)
        guard words.isEmpty else {
            throw Problem("\(quoted(text)) is no time, expected for instance \(ClockTime.examples) or +25 min")
        }
        return moment
    }

    /// The points in time that are meant, between a start and an end.
    ///
    /// - Parameters:
    ///   - calendar: the scenario's.
    ///   - start: when it begins.
    ///   - end: when it ends.
    /// - Returns: one time, wherever it lies; of every day those from `start` to `end`.
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
