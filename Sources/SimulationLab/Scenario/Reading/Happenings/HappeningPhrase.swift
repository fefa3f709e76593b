package import VisitModel

/// A happening in words, without a time: what it is, and what undoes it.
package struct HappeningPhrase: Hashable, Sendable {
    /// What befalls the phone.
    package let happening: Happening
    /// The words, with one space between each two.
    package let text: String
    /// What makes it undone; `nil` where nothing does.
    package let undoing: Undoing?

    /// What makes a happening undone.
    package struct Undoing: Hashable, Sendable {
        /// What befalls the phone.
        package let happening: Happening
        /// The same in words.
        package let text: String
    }

    /// The happening, and what undoes it, at their times.
    ///
    /// - Parameters:
    ///   - time: when it befalls the phone.
    ///   - seconds: after how long it is undone; `nil` for never, which a phrase without `undoing` needs.
    ///   - end: what is undone later than this is left as it is.
    /// - Returns: one happening or two.
    func timed(at time: Timestamp, for seconds: Double?, until end: Timestamp) -> [TimedHappening] {
        let first = TimedHappening(time: time, happening: happening, text: text)
        guard let seconds, let undoing, time.advanced(bySeconds: seconds) <= end else { return [first] }
        let time = time.advanced(bySeconds: seconds)
        return [first, TimedHappening(time: time, happening: undoing.happening, text: undoing.text)]
    }
}

extension Happening {
    /// Reads a happening without a time, as a command line has it: `location off`.
    ///
    /// - Parameters:
    ///   - text: one of the phrases of docs/scenarios.md, in any case.
    ///   - timeZone: the zone that the phone has before, which undoes `time zone`.
    /// - Returns: what it is, and what undoes it.
    /// - Throws: `SimulationLabError` with code `scenario`, naming the phrases.
    package static func parse(
        _ text: String,
        timeZone: TimeZoneName = .utc
    ) throws(SimulationLabError) -> HappeningPhrase {
        do {
            return try PhraseTable.phrase(text.split(whereSeparator: \.isWhitespace).map(String.init), timeZone)
        } catch {
            throw SimulationLabError(.scenario, (error as? Problem)?.message ?? "\(error)", cause: error)
        }
    }

    /// Every phrase that `parse` takes, in its first spelling, with capitals for what stands for a value.
    package static var phrases: [String] { PhraseTable.all.map { $0.spellings[0] } }
}
