package import VisitModel

/// An event of a scenario in words, without a time, and the event that undoes it.
package struct EventPhrase: Hashable, Sendable {
    package let event: ScenarioEvent
    /// The words, separated by single spaces.
    package let text: String
    /// The event that undoes it; `nil` where none does.
    package let undoing: Undoing?

    package struct Undoing: Hashable, Sendable {
        package let event: ScenarioEvent
        package let text: String
    }

    /// The event, and the one that undoes it after some seconds, unless that is later than `end`.
    ///
    /// `seconds` is `nil` for never, which is required for a phrase without `undoing`.
    func timed(at time: Timestamp, for seconds: Double?, until end: Timestamp) -> [TimedScenarioEvent] {
        let first = TimedScenarioEvent(time: time, event: event, text: text)
        guard let seconds, let undoing, time.advanced(bySeconds: seconds) <= end else { return [first] }
        let time = time.advanced(bySeconds: seconds)
        return [first, TimedScenarioEvent(time: time, event: undoing.event, text: undoing.text)]
    }
}

extension ScenarioEvent {
    /// Parses an event without a time, as on the command line: one of the phrases of docs/scenarios.md, in any case.
    ///
    /// `timeZone` is the phone's zone before the event, which undoes `time zone`. Throws `SimulationLabError` with code
    /// `scenario`, naming the phrases.
    package static func parse(
        _ text: String,
        timeZone: TimeZoneName = .utc
    ) throws(SimulationLabError) -> EventPhrase {
        do {
            return try PhraseTable.phrase(text.split(whereSeparator: \.isWhitespace).map(String.init), timeZone)
        } catch {
            throw SimulationLabError(.scenario, "\(error)", cause: error)
        }
    }

    /// Every phrase that `parse` accepts, in its first spelling, with capitalized placeholders for values.
    package static var phrases: [String] { PhraseTable.all.map { $0.spellings[0] } }
}
