package import VisitModel

/// An event of a scenario in words, without a time, and the event that undoes it.
package struct EventPhrase: Hashable, Sendable {
    /// The event.
    package let event: ScenarioEvent
    /// The words, separated by single spaces.
    package let text: String
    /// The event that undoes it; `nil` where none does.
    package let undoing: Undoing?

    /// The event that undoes another.
    package struct Undoing: Hashable, Sendable {
        /// The event.
        package let event: ScenarioEvent
        /// The event in words.
        package let text: String
    }

    /// The event, and the one that undoes it, with their times.
    ///
    /// - Parameters:
    ///   - time: when the event happens.
    ///   - seconds: how long until it is undone; `nil` for never, required for a phrase without `undoing`.
    ///   - end: undoing later than this is omitted.
    /// - Returns: one event or two.
    func timed(at time: Timestamp, for seconds: Double?, until end: Timestamp) -> [TimedScenarioEvent] {
        let first = TimedScenarioEvent(time: time, event: event, text: text)
        guard let seconds, let undoing, time.advanced(bySeconds: seconds) <= end else { return [first] }
        let time = time.advanced(bySeconds: seconds)
        return [first, TimedScenarioEvent(time: time, event: undoing.event, text: undoing.text)]
    }
}

extension ScenarioEvent {
    /// Parses an event without a time, as on the command line: `location off`.
    ///
    /// - Parameters:
    ///   - text: one of the phrases of docs/scenarios.md, in any case.
    ///   - timeZone: the phone's zone before the event, which undoes `time zone`.
    /// - Returns: the phrase with its event.
    /// - Throws: `SimulationLabError` with code `scenario`, naming the phrases.
    package static func parse(
        _ text: String,
        timeZone: TimeZoneName = .utc
    ) throws(SimulationLabError) -> EventPhrase {
        do {
            return try PhraseTable.phrase(text.split(whereSeparator: \.isWhitespace).map(String.init), timeZone)
        } catch {
            throw SimulationLabError(.scenario, (error as? Problem)?.message ?? "\(error)", cause: error)
        }
    }

    /// Every phrase that `parse` accepts, in its first spelling, with capitalized placeholders for values.
    package static var phrases: [String] { PhraseTable.all.map { $0.spellings[0] } }
}
