internal import VisitModel

/// A local time of a scenario: `07:30`, `07:30:15`, `day 2 07:30`.
struct ClockTime: Hashable {
    /// The day of the scenario, from 1; `nil` where it has none.
    var day: Int?
    /// After midnight.
    var second: Int

    static let days = 1...366

    static let examples = "07:30, 07:30:15 or day 2 07:30"

    /// Parses and removes a time at the start of some words; `nil` where they do not begin with one.
    ///
    /// Throws `Problem` where they begin with an invalid time.
    static func parse(from words: inout ArraySlice<String>) throws -> ClockTime? {
        guard let first = words.first else { return nil }
        if first.lowercased() == "day", let number = words.dropFirst().first, number.first?.isNumber == true {
            guard let day = Int(number), days.contains(day) else {
                throw Problem("day \(quoted(number)) is out of range, expected 1 to \(days.upperBound)")
            }
            var rest = words.dropFirst(2)
            guard var time = try parse(from: &rest), time.day == nil else {
                throw Problem("day \(day) has no time, expected for instance day \(day) 07:30")
            }
            time.day = day
            words = rest
            return time
        }
        guard looksLikeTime(first) else { return nil }
        words = words.dropFirst()
        return ClockTime(day: nil, second: try second(first))
    }

    static func parse(_ text: String) throws -> ClockTime {
        var words = text.split(whereSeparator: \.isWhitespace).map(String.init)[...]
        guard let time = try parse(from: &words), words.isEmpty else {
            throw Problem("\(quoted(text)) is not a time, expected for instance \(examples)")
        }
        return time
    }

    private static func looksLikeTime(_ word: String) -> Bool {
        guard let first = word.first, ("0"..."9").contains(first) else { return false }
        return word.contains(":")
    }

    private static func second(_ word: String) throws -> Int {
        let parts = word.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            part.utf8.allSatisfy { (0x30...0x39).contains($0) } && (1...2).contains(part.count) ? Int(part) : nil
        }
        guard numbers.count == parts.count, (2...3).contains(parts.count), numbers[0] < 24,
            numbers.dropFirst().allSatisfy({ $0 < 60 })
        else { throw Problem("\(quoted(word)) is not a time of day, expected 00:00 to 23:59:59") }
        return numbers[0] * 3600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0)
    }
}

/// A scenario's calendar: its first day, and the zone of its local times.
struct ScenarioCalendar {
    var date: CivilDate
    var timeZone: TimeZoneName

    func time(_ time: ClockTime, shift: Int = 0) -> Timestamp {
        let days = Int64(date.daysSince1970 + (time.day ?? 1) - 1 + shift)
        return Timestamp(localMilliseconds: days * 86_400_000 + Int64(time.second) * 1000, in: timeZone)
    }

    /// `2024-03-18 07:30`, with the seconds where they are not 0.
    func words(_ time: Timestamp) -> String {
        let second = time.secondOfDay(in: timeZone)
        var text = "\(time.localDate(in: timeZone)) \(DailyHours.clockText(second))"
        if second % 60 != 0 { text += ":\(padded(second % 60, 2))" }
        return text
    }
}
