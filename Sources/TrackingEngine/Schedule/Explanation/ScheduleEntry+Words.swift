internal import VisitModel

extension ScheduleEntry {
    /// The meaning of the entry in words: `Sunday to Thursday, 09:00 to 17:00: tracking with location`.
    package var words: String {
        let time =
            switch time {
            case .weekly(let days, let hours): "\(days.words), \(hours.words)"
            case .day(let date, let hours): "\(date.words), \(hours.words)"
            case .span(let span): "\(span.start.words) to \(span.end.words)"
            }
        return "\(time): \(mode.words)"
    }
}

extension ScheduleMode {
    var words: String {
        switch self {
        case .location: "tracking with location"
        case .geofence: "tracking with geofences only"
        }
    }
}

extension ScheduleDays {
    /// The days by name: `every day`, `Sunday to Thursday`, `Monday, Wednesday and Friday`.
    var words: String {
        let names = all.map { Self.names[$0 - 1] }
        if names.count == Self.names.count { return "every day" }
        if isRange { return "\(names[0]) to \(names[names.count - 1])" }
        guard names.count > 1 else { return names[0] }
        return names.dropLast().joined(separator: ", ") + " and \(names[names.count - 1])"
    }

    fileprivate static let names = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
}

extension ScheduleHours {
    fileprivate var words: String {
        if end == .midnight { return "\(start) to midnight" }
        return "\(start) to \(end)\(isOvernight ? " on the next day" : "")"
    }
}

extension CivilDate {
    /// The date with its weekday: `Monday 2018-01-01`.
    var words: String { "\(ScheduleDays.names[ScheduleDays.number(ofDay: daysSince1970) - 1]) \(self)" }
}

extension ScheduleDateTime {
    fileprivate var words: String { "\(date.words) \(time)" }
}
