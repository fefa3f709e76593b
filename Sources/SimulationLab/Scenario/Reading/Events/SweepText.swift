package import VisitModel

/// The same event at many times, one run for each, as on the command line: `reboot=07:00..09:00/5m`.
///
/// A phrase of docs/scenarios.md, optionally with `for 20 min`, stands before the equals sign; the first time, the
/// last one and the step stand behind it.
package struct SweepText: Hashable, Sendable {
    /// For instance `location off for 20 min`.
    package let text: String

    private let words: String
    private let seconds: Double?
    private let first: MomentText
    private let last: MomentText
    private let stepSeconds: Double

    package static let maximumSteps = 1000

    /// Parses for instance `location off for 20 min=07:00..09:00/5m`.
    ///
    /// Throws `SimulationLabError` with code `sweep`, saying what was expected.
    package init(_ text: String) throws(SimulationLabError) {
        do {
            let form = Problem("\(quoted(text)) is not a sweep, expected for instance reboot=07:00..09:00/5m")
            let sides = text.split(separator: "=", omittingEmptySubsequences: false)
            guard sides.count == 2 else { throw form }
            let times = sides[1].split(separator: "/", omittingEmptySubsequences: false)
            guard times.count == 2, let dots = times[0].firstRange(of: "..") else { throw form }
            let words = sides[0].split(whereSeparator: \.isWhitespace).map(String.init)
            let timed = Problem("\(quoted(sides[0].trimmed)) has a time, expected the times after the equals sign")
            guard !words.contains(where: { $0.lowercased() == "every" }) else { throw timed }
            let said = try EventText(String(sides[0]), timeZone: .utc)
            guard said.moment == nil else { throw timed }
            self.text = words.joined(separator: " ")
            self.words = said.phrase.text
            seconds = said.seconds
            first = try MomentText.parse(String(times[0][..<dots.lowerBound]))
            last = try MomentText.parse(String(times[0][dots.upperBound...]))
            stepSeconds = try DurationText.seconds(String(times[1]), within: 1...longestSeconds)
        } catch {
            throw Self.fault(error)
        }
    }

    package struct Step: Hashable, Sendable {
        package let time: Timestamp
        /// The event, and the one that undoes it.
        package let events: [TimedScenarioEvent]
    }

    /// The runs in a scenario, 1 to `maximumSteps`, ordered by time.
    ///
    /// A time without a day is the first one like it from the scenario's start on; `day 2` is the day after the
    /// start's. Throws `SimulationLabError` with code `sweep` where the times go back, lie outside the scenario or are
    /// too many.
    package func steps(in scenario: Scenario) throws(SimulationLabError) -> [Step] {
        do {
            let calendar = ScenarioCalendar(
                date: scenario.start.localDate(in: scenario.timeZone),
                timeZone: scenario.timeZone
            )
            let from = try time(first, in: scenario, calendar)
            let to = try time(last, in: scenario, calendar)
            guard from <= to else {
                let (first, last) = (calendar.words(from), calendar.words(to))
                throw Problem("goes back from \(first) to \(last), expected the earlier time first")
            }
            let count = Int(from.seconds(to: to) / stepSeconds) + 1
            guard count <= Self.maximumSteps else {
                throw Problem("has \(count) steps, expected at most \(Self.maximumSteps); make the step longer")
            }
            let phrase = try ScenarioEvent.parse(words, timeZone: scenario.timeZone)
            return (0..<count).map { index in
                let time = from.advanced(bySeconds: Double(index) * stepSeconds)
                return Step(time: time, events: phrase.timed(at: time, for: seconds, until: scenario.end))
            }
        } catch {
            throw Self.fault(error)
        }
    }

    private func time(_ moment: MomentText, in scenario: Scenario, _ calendar: ScenarioCalendar) throws -> Timestamp {
        var time = moment.times(in: calendar, start: scenario.start, end: scenario.end).first ?? scenario.start
        if case .clock(let clock) = moment, clock.day == nil, time < scenario.start {
            time = calendar.time(clock, shift: 1)
        }
        guard time >= scenario.start, time <= scenario.end else {
            throw Problem(
                "\(calendar.words(time)) is outside the scenario, expected \(calendar.words(scenario.start)) to "
                    + calendar.words(scenario.end)
            )
        }
        return time
    }

    private static func fault(_ error: any Error) -> SimulationLabError {
        if let error = error as? SimulationLabError { return SimulationLabError(.sweep, error.message, cause: error) }
        return SimulationLabError(.sweep, "sweep: \(error)", cause: error)
    }
}
