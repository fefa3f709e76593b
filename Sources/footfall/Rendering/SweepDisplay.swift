internal import SimulationLab
internal import VisitModel

/// Formats the runs of a sweep, a row for each.
enum SweepDisplay {
    /// One run of the sweep.
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
        try report.begin()
        var bad = 0
        let steps = try sweep.steps(in: story)
        for step in steps {
            var own = story
            own.happenings += step.happenings
            let record = try own.run(app: app)
            bad += record.score.count(.missed) + record.score.count(.wrong) > 0 ? 1 : 0
            try report.add(Row(time: step.time, clock: clock.text(step.time), record: record))
        }
        try report.end(
            note:
                "\(sweep.text) at \(steps.count == 1 ? "1 time" : "\(steps.count) times"): \(bad) with missed or false visits"
        )
    }
}
