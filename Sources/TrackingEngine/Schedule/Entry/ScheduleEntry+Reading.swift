public import TrackingModel
internal import VisitModel

extension ScheduleEntry {
    /// Parses an entry in the notation of configurations.
    ///
    /// An hour may have one digit (`9:00`); white space around and between the words is ignored.
    ///
    /// - Parameter text: for instance `2-6 09:00-17:00`.
    /// - Throws: `TrackingEngineError` with code `schedule`; its message quotes the entry, the position of the error
    ///   and what is expected there.
    public init(_ text: String) throws(TrackingEngineError) {
        let reader = ScheduleEntryReader(text: text)
        var words = text.split(whereSeparator: \.isWhitespace)[...]
        guard let first = words.popFirst() else {
            throw reader.problem("it is empty, expected for instance 2-6 09:00-17:00")
        }
        let time: Time
        // A range of days has one hyphen, a date two, a date with a time three.
        switch first.contains(",") ? 0 : first.count(where: { $0 == "-" }) {
        case 0, 1:
            let days = try reader.days(first)
            time = .weekly(days, try reader.hours(words.popFirst(), after: first))
        case 2:
            let date = try reader.date(first)
            time = .day(date, try reader.hours(words.popFirst(), after: first))
        case 3:
            let start = try reader.dateTime(first)
            guard let second = words.popFirst() else {
                throw reader.problem("nothing follows \(reader.place(first)), expected an end such as 2019-01-01-17:00")
            }
            let end = try reader.dateTime(second)
            guard let span = ScheduleSpan(from: start, to: end) else {
                throw reader.problem("the end, \(reader.place(second)), is not after the start, expected a later time")
            }
            time = .span(span)
        default:
            throw reader.problem(
                "\(reader.place(first)) is neither days nor a date, expected for instance 1, 2,4,6, 2-6 or 2018-01-01"
            )
        }
        let mode = try reader.mode(words.popFirst())
        if let extra = words.first {
            throw reader.problem("\(reader.place(extra)) is unexpected, expected the end of the entry after the mode")
        }
        self.init(time, mode: mode)
    }
}
