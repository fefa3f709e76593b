internal import ArgumentParser
internal import VisitModel
internal import VisitStore

/// Shows the settings.
struct SettingsShow: Command {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the settings."
    )

    @OptionGroup var format: FormatOptions
    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        try Self.show(try database.open(console), format.format, console)
    }

    /// Prints the settings of a database.
    static func show(_ store: VisitStore, _ format: ReportFormat, _ console: Console) throws {
        let settings = SettingsDisplay.Row(
            defaultTimeZone: try store.defaultTimeZone(),
            retention: try store.retentionPeriods()
        )
        try Report.writeOne(settings, SettingsDisplay.columns, format, to: console.output)
    }
}
