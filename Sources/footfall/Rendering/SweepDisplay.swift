internal import SimulationLab
internal import Tables
internal import VisitModel

enum SweepDisplay {
    struct Row {
        let time: Timestamp
        let clock: String
        let record: SimulationRecord
    }

    static let columns: [Column<Row>] = [
        Column("at", in: .programs) { .time($0.time) },
        Column("time", in: [.table]) { .text($0.clock) },
        Column("counted", "counted", isRightAligned: true) { .integer($0.record.counted) },
        Column("right", "right", isRightAligned: true) { .integer($0.record.score.count(.right)) },
        Column("missed", "missed", isRightAligned: true) { .integer($0.record.score.count(.missed)) },
        Column("false", "false", isRightAligned: true) { .integer($0.record.score.count(.wrong)) },
        Column("late", "late", isRightAligned: true) { .integer($0.record.score.late) },
        Column("entry_error_s", "entry (s)", isRightAligned: true) { worst($0) { $0.entryErrorSeconds } },
        Column("exit_error_s", "exit (s)", isRightAligned: true) { worst($0) { $0.exitErrorSeconds } },
        Column("most_watched", "watched", isRightAligned: true) { .integer($0.record.mostWatched) },
    ]

    /// The error with the largest absolute value.
    private static func worst(_ row: Row, _ error: (VisitOutcome) -> Double?) -> Cell {
        let worst = row.record.score.outcomes.compactMap(error).max { abs($0) < abs($1) }
        return .optional(worst.map { $0.rounded() }, decimals: 0)
    }

    static func write(
        _ sweep: SweepText,
        of story: Scenario,
        app: AppKind?,
        _ format: SimulationFormat,
        to console: Console
    ) throws {
        let clock = LocalClock(story.timeZone, showing: story.start...story.end)
        var report = Report(columns, format == .json ? .json : .table, to: console.output)
        var bad = 0
        let steps = try sweep.steps(in: story)
        for step in steps {
            var own = story
            own.events += step.events
            let record = try own.run(app: app)
            bad += record.score.count(.missed) + record.score.count(.wrong) > 0 ? 1 : 0
            try report.add(Row(time: step.time, clock: clock.text(step.time), record: record))
        }
        try report.end(
            note:
                "\(sweep.text) at \(CountText.of(steps.count, "time")): \(bad) with missed or false visits"
        )
    }
}

/// Formats local times, with the day where the span has more than one.
///
/// On a day on which the offset from UTC changes, the offset is included: `01:19:30-05:00`.
struct LocalClock {
    private let zone: TimeZoneName
    private let showsDay: Bool
    /// `2024-03-18 06:30:00 to 10:00:00 America/New_York`.
    let span: String

    init(_ zone: TimeZoneName, showing span: ClosedRange<Timestamp>) {
        self.zone = zone
        let (first, last) = (span.lowerBound.localDate(in: zone), span.upperBound.localDate(in: zone))
        showsDay = first != last
        let end = showsDay ? "\(last) " : ""
        self.span =
            "\(first) \(Self.clock(span.lowerBound, zone)) to \(end)\(Self.clock(span.upperBound, zone)) \(zone)"
    }

    func text(_ time: Timestamp) -> String {
        let clock = Self.clock(time, zone)
        return showsDay ? "\(time.localDate(in: zone).description.dropFirst(5)) \(clock)" : clock
    }

    private static func clock(_ time: Timestamp, _ zone: TimeZoneName) -> String {
        let second = time.secondOfDay(in: zone)
        let offset = minutesEast(time, zone)
        let midnight = time.advanced(bySeconds: -Double(second))
        let isPlain = [0.0, 86_400].allSatisfy { minutesEast(midnight.advanced(bySeconds: $0), zone) == offset }
        return words([second / 3600, second / 60 % 60, second % 60])
            + (isPlain ? "" : (offset < 0 ? "-" : "+") + words([abs(offset) / 60, abs(offset) % 60]))
    }

    /// The offset from UTC; positive is east.
    private static func minutesEast(_ time: Timestamp, _ zone: TimeZoneName) -> Int {
        let local = Int64(time.localDate(in: zone).daysSince1970) * 86_400 + Int64(time.secondOfDay(in: zone))
        let utc = Int64(time.localDate(in: .utc).daysSince1970) * 86_400 + Int64(time.secondOfDay(in: .utc))
        return Int(local - utc) / 60
    }

    private static func words(_ parts: [Int]) -> String {
        parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}
