internal import TrackingModel
internal import VisitModel

/// A parser of the parts of an entry, which reports the position of an error.
struct ScheduleEntryReader {
    /// The whole entry.
    let text: String

    func problem(_ what: String) -> TrackingEngineError {
        TrackingEngineError(.schedule, "the schedule entry `\(text)` can't be read: \(what)")
    }

    /// A part and its position, as used in messages.
    func place(_ part: Substring) -> String {
        "`\(part)` at character \(text.distance(from: text.startIndex, to: part.startIndex) + 1)"
    }

    /// `1`, `2,4,6` or `2-6`.
    func days(_ word: Substring) throws(TrackingEngineError) -> ScheduleDays {
        var days: [Int] = []
        if word.contains(",") {
            guard !word.contains("-") else {
                throw problem("\(place(word)) mixes a list and a range, expected one of them, for instance 1,2,3,5")
            }
            for part in word.split(separator: ",", omittingEmptySubsequences: false) { days.append(try day(part)) }
        } else {
            let ends = word.split(separator: "-", omittingEmptySubsequences: false)
            let first = try day(ends[0])
            let last = ends.count > 1 ? try day(ends[1]) : first
            guard first <= last else {
                throw problem(
                    "the range \(place(word)) runs backwards, expected the smaller day first; days around the end of "
                        + "the week are written as a list, for instance 6,7,1,2"
                )
            }
            days.append(contentsOf: first...last)
        }
        guard let checked = ScheduleDays(days) else { throw problem("\(place(word)) names no days") }
        return checked
    }

    private func day(_ part: Substring) throws(TrackingEngineError) -> Int {
        guard let day = number(part, digits: 1...1), ScheduleDays.numbers.contains(day) else {
            throw problem("\(place(part)) is not a day, expected 1 (Sunday) to 7 (Saturday)")
        }
        return day
    }

    /// `09:00-17:00`; `word` is `nil` where the entry ends early.
    func hours(_ word: Substring?, after before: Substring) throws(TrackingEngineError) -> ScheduleHours {
        guard let word else { throw problem("nothing follows \(place(before)), expected hours such as 09:00-17:00") }
        let ends = word.split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2 else { throw problem("\(place(word)) are not hours, expected for instance 09:00-17:00") }
        let (start, end) = (try time(ends[0]), try time(ends[1]))
        guard let hours = ScheduleHours(from: start, to: end) else {
            throw problem(
                "\(place(word)) ends when it starts, expected another end; a whole day is two entries, 00:00-12:00 and "
                    + "12:00-00:00"
            )
        }
        return hours
    }

    /// `9:00` or `09:00`.
    private func time(_ part: Substring) throws(TrackingEngineError) -> ScheduleTime {
        let fields = part.split(separator: ":", omittingEmptySubsequences: false)
        guard fields.count == 2, let hour = number(fields[0], digits: 1...2),
            let minute = number(fields[1], digits: 2...2)
        else { throw problem("\(place(part)) is not a time of day, expected HH:mm, for instance 09:00") }
        guard let time = ScheduleTime(hour: hour, minute: minute) else {
            let hint = hour == 24 && minute == 0 ? "; the midnight that ends a day is written 00:00" : ""
            throw problem("\(place(part)) is not a time of day, expected 00:00 to 23:59\(hint)")
        }
        return time
    }

    /// `2018-01-01`.
    func date(_ part: Substring) throws(TrackingEngineError) -> CivilDate {
        let fields = part.split(separator: "-", omittingEmptySubsequences: false)
        guard fields.count == 3, let year = number(fields[0], digits: 4...4),
            let month = number(fields[1], digits: 2...2), let day = number(fields[2], digits: 2...2)
        else { throw problem("\(place(part)) is not a date, expected yyyy-mm-dd, for instance 2018-01-01") }
        guard let date = CivilDate(year: year, month: month, day: day) else {
            throw problem("\(place(part)) is not a day of the calendar, expected for instance 2018-01-01")
        }
        return date
    }

    /// `2018-01-01-09:00`.
    func dateTime(_ word: Substring) throws(TrackingEngineError) -> ScheduleDateTime {
        guard word.count(where: { $0 == "-" }) == 3, let hyphen = word.lastIndex(of: "-") else {
            throw problem(
                "\(place(word)) is not a day and time, expected yyyy-mm-dd-HH:mm, for instance 2018-01-01-09:00"
            )
        }
        return ScheduleDateTime(try date(word[..<hyphen]), try time(word[word.index(after: hyphen)...]))
    }

    /// `location` or `geofence`; `word` is `nil` where the entry names no mode.
    func mode(_ word: Substring?) throws(TrackingEngineError) -> ScheduleMode {
        guard let word else { return .location }
        guard let mode = ScheduleMode(rawValue: String(word)) else {
            throw problem("\(place(word)) is not a mode, expected location, geofence or nothing")
        }
        return mode
    }

    /// A number of ASCII digits in the given count.
    private func number(_ part: Substring, digits: ClosedRange<Int>) -> Int? {
        guard digits.contains(part.utf8.count), part.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(part)
    }
}
