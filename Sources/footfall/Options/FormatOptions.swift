internal import ArgumentParser

/// The formats of a report.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
    case table, json, csv
}

/// The format of a command's report.
struct FormatOptions: ParsableArguments {
    @Option(help: "Output format: a table for people, json or csv for programs.")
    var format: ReportFormat = .table
}
