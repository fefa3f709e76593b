internal import PhoneOS
internal import VisitModel

extension ScenarioReading {
    /// Reads the events of the scenario.
    ///
    /// - Parameters:
    ///   - start: when the scenario begins; `nil` where that is unknown, and only the words are checked.
    ///   - end: when the scenario ends.
    ///   - app: the app on the phone, which decides whether there is a schedule.
    /// - Returns: the events, ordered by time.
    mutating func events(start: Timestamp?, end: Timestamp?, app: AppSetup) -> [TimedScenarioEvent] {
        var found: [TimedScenarioEvent] = []
        if let isPrecise = read("precise", { try $0.flag() }), !isPrecise, let start {
            found.append(TimedScenarioEvent(time: start, happening: .precision(.reduced), text: "reduced accuracy"))
        }
        guard let value = keys?["happenings"] else { return found }
        let example = "for instance - reboot at 08:10"
        guard let items = read(value, { try $0.items(example) }) else { return found }
        let zone = calendar.timeZone
        for item in items {
            let text = read(item) { try EventText(try $0.text(example), timeZone: zone) }
            if let text { checkSchedule(text.phrase, item, app) }
            guard let text, let start, let end else { continue }
            found += timed(text, item, start: start, end: end)
        }
        // The sort is not guaranteed to be stable, so the offsets decide among equal times.
        return found.enumerated()
            .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
            .map(\.element)
    }

    /// Records an error where a schedule is started or stopped and the app has none.
    private mutating func checkSchedule(_ phrase: EventPhrase, _ value: ScenarioValue, _ app: AppSetup) {
        guard [.startSchedule, .stopSchedule].contains(phrase.happening) else { return }
        // Options that could not be read may include one.
        let isUnread = keys?["options"] != nil && !faults.isEmpty
        guard !app.hasSchedule, !isUnread else { return }
        let expectation = "expected sdk: transistor and options: {app: {schedule: [...]}}"
        faults.add(value.line, value.key, "\(quoted(phrase.text)) is for an app with a schedule, \(expectation)")
    }

    private mutating func timed(
        _ text: EventText,
        _ value: ScenarioValue,
        start: Timestamp,
        end: Timestamp
    ) -> [TimedScenarioEvent] {
        let times = (text.moment ?? .afterStart(0)).times(in: calendar, start: start, end: end)
        let words = "\(calendar.words(start)) to \(calendar.words(end))"
        guard !times.isEmpty else {
            faults.add(
                value.line,
                value.key,
                "\(quoted(text.phrase.text)) never happens, expected a time from \(words)"
            )
            return []
        }
        if let outside = times.first(where: { $0 < start || $0 > end }) {
            let time = calendar.words(outside)
            faults.add(value.line, value.key, "\(quoted(text.phrase.text)) is at \(time), expected \(words)")
            return []
        }
        return times.flatMap { text.phrase.timed(at: $0, for: text.seconds, until: end) }
    }
}
