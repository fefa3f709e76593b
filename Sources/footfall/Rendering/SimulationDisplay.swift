internal import PhoneSimulator
internal import SimulationLab
internal import Tables
internal import VisitModel

/// Formats the record of a scenario: its timeline, then each visit as it happened and as it was found.
struct SimulationDisplay {
    private let record: SimulationRecord
    private let document: SimulationDocument
    private let isFull: Bool
    private let clock: LocalClock

    init(_ record: SimulationRecord, _ document: SimulationDocument, isFull: Bool) {
        self.record = record
        self.document = document
        self.isFull = isFull
        let story = record.scenario
        self.clock = LocalClock(story.timeZone, showing: story.start...story.end)
    }

    func write(to console: Console) throws {
        for line in heading { try console.print(line) }
        var timeline = TableText(titles: ["time", "where", "what"], rightAligned: [false, false, false])
        for line in TimelineDigest(record.entries, isFull: isFull).lines {
            timeline.add([clock.text(line.time), line.lane, line.text])
        }
        var bytes: [UInt8] = []
        timeline.flush(to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        writeVisits(to: &bytes)
        try console.output(bytes)
        for line in summary { try console.print(line) }
    }

    var heading: [String] {
        let story = record.scenario
        let app =
            switch record.app {
            case .footfall: "an app on Footfall"
            case .plain: "a plain app"
            case .transistor, .radar: "an app on a \(record.app.rawValue) SDK"
            case .gymvisits: "an app on Footfall that sends its fixes to a service"
            }
        return [
            story.name,
            "\(story.phone.platform.rawValue) \(story.phone.version) with \(app), \(clock.span), seed \(story.seed)",
        ] + (story.about.isEmpty ? [] : [story.about]) + [""]
    }

    static let visitTitles = ["place", "really", "found", "outcome"]

    /// Each visit as it happened and as it was found.
    var visitRows: [[String]] {
        record.score.outcomes.map { outcome in
            [
                outcome.facility.text,
                outcome.stay.map { span($0.enteredAt, $0.exitedAt) } ?? "never",
                outcome.visit.map { span($0.enteredAt, $0.exitedAt) } ?? "nothing",
                words(for: outcome),
            ]
        }
    }

    private func writeVisits(to bytes: inout [UInt8]) {
        guard !record.score.outcomes.isEmpty else { return }
        var table = TableText(titles: Self.visitTitles, rightAligned: [false, false, false, false])
        for row in visitRows { table.add(row) }
        table.flush(to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
    }

    private func span(_ start: Timestamp, _ end: Timestamp?) -> String {
        "\(clock.text(start)) to \(end.map(clock.text) ?? "…")"
    }

    /// `right, entered 8 s late, left 13 s early, reported after 12 s`.
    private func words(for outcome: VisitOutcome) -> String {
        var words = [outcome.judgement.rawValue]
        if let place = outcome.yieldsTo { words[0] += " by \(place)" }
        if let visit = outcome.visit, outcome.judgement != .right { words.append(visit.note) }
        if let error = outcome.entryErrorSeconds { words.append("entered \(Self.shift(error))") }
        if let error = outcome.exitErrorSeconds { words.append("left \(Self.shift(error))") }
        if let seconds = outcome.reportedAfterSeconds, outcome.judgement == .right {
            words.append("reported after \(Duration.spoken(seconds: Int(max(0, seconds).rounded())))")
        }
        return words.joined(separator: ", ")
    }

    static func shift(_ seconds: Double) -> String {
        let whole = Int(abs(seconds).rounded())
        guard whole > 0 else { return "on time" }
        return "\(Duration.spoken(seconds: whole)) \(seconds > 0 ? "late" : "early")"
    }

    var summary: [String] {
        let score = record.score
        let overlapped = score.count(.overlapped)
        var lines = [
            "\(CountText.of(record.counted, "visit counts", "visits count")): \(score.count(.right)) "
                + "right, \(score.count(.missed)) missed, \(score.count(.wrong)) false, "
                + (overlapped == 0 ? "" : "\(overlapped) overlapped, ")
                + "\(score.late) reported after more than 5 min. "
                + "At most \(CountText.of(record.mostWatched, "region was", "regions were")) "
                + "monitored at once, of \(document.limit)."
        ]
        if let uploads = record.uploads {
            lines.append(
                "The app sent \(CountText.of(uploads.requests, "request")) with "
                    + "\(uploads.bytes) bytes, \(uploads.failures) without success."
            )
        }
        let findings = document.problems + document.notes
        if !findings.isEmpty { lines.append("`footfall doctor` finds: \(findings.joined(separator: ", "))") }
        return lines
    }
}
