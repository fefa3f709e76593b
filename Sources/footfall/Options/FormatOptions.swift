internal import ArgumentParser

/// How a report is written.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
    case table, json, csv
}

/// How a command's report is written.
struct FormatOptions: ParsableArguments {
    @Option(help: "How to print: a table for people, json or csv for programs.")
    var format: ReportFormat = .table
}
