internal import ArgumentParser
internal import VisitPipeline

/// Validates a document of tracking options.
struct TrackingOptionsValidate: Command {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Check a document of tracking options, and warn about likely mistakes.",
        discussion: "Exits with status 65 if it can't be used, and reports the line and the column."
    )

    @Argument(help: "The file with one JSON object; - for standard input.")
    var file: String

    @Option(help: "The phones' operating system: ios or android.")
    var os: SystemArgument

    @OptionGroup var format: FormatOptions

    func run(_ console: Console) throws {
        let file = try TrackingOptionsFile(file, on: os.platform)
        let warnings = file.options.warnings.map {
            TrackingOptionsDisplay.Remark(warning: $0, place: file.place(of: $0))
        }
        var report = Report(TrackingOptionsDisplay.remarks, format.format, to: console.output)
        try report.begin()
        for warning in warnings { try report.add(warning) }
        try report.end(note: warnings.isEmpty ? "\(file.name) is valid, without warnings" : nil)
    }
}
