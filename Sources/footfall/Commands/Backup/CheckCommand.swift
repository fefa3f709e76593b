internal import ArgumentParser
internal import VisitPipeline
internal import VisitStore

/// Checks the integrity of the database.
struct CheckCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Look for what can't be right in the database: pages, references, the spatial index, states, rules.",
        discussion: "Ends with 65 where anything is found. The whole file is read."
    )

    @OptionGroup var format: FormatOptions
    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        let store = try database.open(console)
        let findings = try store.check()
        let unreadable = try findings.contains { $0.rule == "integrity" } ? [] : store.unreadableStates()
        try report(findings + unreadable, console)
    }

    private func report(_ findings: [IntegrityFinding], _ console: Console) throws {
        var report = Report(IntegrityDisplay.columns, format.format, to: console.output)
        try report.begin()
        for finding in findings { try report.add(finding) }
        try report.end(note: findings.isEmpty ? "the database is sound" : nil)
        guard findings.isEmpty else {
            throw CommandFailure(
                .data,
                "\(findings.count == 1 ? "1 finding" : "\(findings.count) findings"); a backup that is sound is the way back"
            )
        }
    }
}
