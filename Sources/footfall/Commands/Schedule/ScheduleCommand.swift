internal import ArgumentParser
internal import Foundation
internal import Interchange
internal import TrackingEngine
internal import VisitModel

struct ScheduleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schedule",
        abstract: "Explain tracking schedules.",
        subcommands: [ScheduleExplain.self]
    )
}

struct ScheduleExplain: Command {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explain what a schedule means, and list its next changes.",
        discussion: """
            An entry is `DAYS HH:MM-HH:MM`, with days from 1, Sunday, to 7, Saturday, as `2`, `2,4,6` or `2-6`; or one \
            day, `2026-01-31 09:00-17:00`; or a span, `2026-01-31-09:00 2026-02-28-17:00`. `location` or `geofence` \
            may follow. Times are those of the phone's clock. An end of 00:00 is the midnight that ends the day, and \
            an end before the start lies in the next day.
            """
    )

    @Argument(help: "The entries, each as one argument.")
    var entries: [String]

    @Option(
        help: ArgumentHelp("The time zone of the entries, an IANA name.", valueName: "zone"),
        transform: Transforms.timeZone
    )
    var zone = TimeZoneName.utc

    @Option(
        help: ArgumentHelp(
            "The start, such as 2026-03-28T12:00; local time in the zone if it has no offset (default: now).",
            valueName: "time"
        )
    )
    var from: String?

    @Option(help: ArgumentHelp("How many of the next changes to list, 0 to 1000.", valueName: "n"))
    var edges = 5

    @Option(help: "Output format: text for people, json for programs.")
    var format: Form = .text

    enum Form: String, ExpressibleByArgument, CaseIterable {
        case text, json
    }

    func validate() throws {
        try InputCheck.range("--edges", edges, 0...1000)
        _ = try start()
    }

    func run(_ console: Console) throws {
        let explanation = try ScheduleExplanation(entries, at: start() ?? console.now(), in: zone, edges: edges)
        switch format {
        case .text: try console.output(Array(explanation.text.utf8))
        case .json:
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            try console.output(Array(encoder.encode(explanation)) + [0x0A])
        }
    }

    /// `nil` where the option is missing.
    private func start() throws -> Timestamp? {
        guard let from else { return nil }
        let isDay = from.utf8.count == 10 && from.utf8.filter { $0 == UInt8(ascii: "-") }.count == 2
        do {
            return try TimestampParser(missingZone: .assumed(zone)).parse(isDay ? from + "T00:00:00" : from)
        } catch {
            throw ArgumentParser.ValidationError("--from: \(error)")
        }
    }
}
