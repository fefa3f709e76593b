internal import ArgumentParser
internal import Tables
internal import VisitModel
internal import VisitStore

struct SettingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Show and change the settings of the database.",
        subcommands: [SettingsShow.self, SettingsSet.self],
        defaultSubcommand: SettingsShow.self
    )
}

struct SettingsShow: Command {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Show the settings.")

    @OptionGroup var format: FormatOptions
    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws { try Self.show(try database.open(console), format.format, console) }

    static func show(_ store: VisitStore, _ format: ReportFormat, _ console: Console) throws {
        let settings = SettingsDisplay.Row(
            defaultTimeZone: try store.settings.defaultTimeZone(),
            retention: try store.settings.retentionPeriods(),
            collection: try store.settings.collectionPeriods()
        )
        try Report.writeOne(settings, SettingsDisplay.columns, format, to: console.output)
    }
}

struct SettingsSet: Command {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Change settings.",
        discussion: "Visits that are already counted keep their month when the default time zone changes."
    )

    @Option(
        help: ArgumentHelp("The time zone of facilities without one, an IANA name, or none.", valueName: "zone")
    )
    var defaultTimeZone: String?

    @Option(
        help: ArgumentHelp(
            """
            How many days raw fixes of phones are kept after they were stored, 1 to 36500, or forever (default: 30); \
            visits are always kept.
            """,
            valueName: "days"
        )
    )
    var retention: String?

    @Option(
        help: ArgumentHelp("The same for fixes replayed from files (default: forever).", valueName: "days")
    )
    var replayedRetention: String?

    @Option(
        help: ArgumentHelp(
            """
            The same for fixes of visits, from 15 minutes before to 15 minutes after each, which outlive the other raw \
            fixes, are only shown and never evaluated again (default: 396, which is 13 months).
            """,
            valueName: "days"
        )
    )
    var evidenceRetention: String?

    @Option(
        help: ArgumentHelp(
            """
            How many days the rows of the access record are kept after the last access, 1 to 36500, or forever \
            (default: 365).
            """,
            valueName: "days"
        )
    )
    var accessRetention: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            """
            How long a visit has to be unchanged before webhooks report what was corrected, 0 to 3600 seconds (default: \
            60); with 0 every change is reported at once.
            """,
            valueName: "seconds"
        )
    )
    var correctionQuiet: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How long webhooks may hold back a change of a visit that keeps changing, 0 to 86400 seconds (default: 900).",
            valueName: "seconds"
        )
    )
    var correctionDelay: Int?

    @OptionGroup var format: FormatOptions
    @OptionGroup var database: DatabaseOptions

    func validate() throws {
        let hasPeriod = (periods + [accessPeriod]).contains { $0.text != nil }
        guard defaultTimeZone != nil || hasPeriod || correctionQuiet != nil || correctionDelay != nil else {
            throw ArgumentParser.ValidationError(
                "give a setting: --default-time-zone, --retention, --replayed-retention, --evidence-retention, "
                    + "--access-retention, --correction-quiet or --correction-delay"
            )
        }
        try InputCheck.range("--correction-quiet", correctionQuiet, CollectionPeriods.quietRange)
        try InputCheck.range("--correction-delay", correctionDelay, CollectionPeriods.delayRange)
        _ = try zone()
        for period in periods + [accessPeriod] { _ = try period.days() }
    }

    func run(_ console: Console) throws {
        let store = try database.openToWrite(console)
        if let zone = try zone() { try store.settings.setDefaultTimeZone(zone) }
        for period in periods {
            if let days = try period.days(), let origin = period.origin {
                try store.settings.setRetentionDays(days, of: origin)
            }
        }
        if let days = try accessPeriod.days() { try store.settings.setAccessRetentionDays(days) }
        if correctionQuiet != nil || correctionDelay != nil {
            let current = try store.settings.collectionPeriods()
            try store.settings.setCollectionPeriods(
                CollectionPeriods(
                    quietSeconds: correctionQuiet ?? current.quietSeconds,
                    delaySeconds: correctionDelay ?? current.delaySeconds
                )
            )
        }
        try SettingsShow.show(store, format.format, console)
    }

    /// `nil` where the option is missing, and an inner `nil` to remove the zone.
    private func zone() throws -> TimeZoneName?? {
        guard let defaultTimeZone else { return nil }
        if defaultTimeZone == "none" { return .some(nil) }
        do {
            return try Transforms.timeZone(defaultTimeZone)
        } catch {
            throw ArgumentParser.ValidationError("--default-time-zone: \(error)")
        }
    }

    private struct Period {
        /// Of raw fixes; `nil` for the access record.
        let origin: FixOrigin?
        let option: String
        let text: String?

        /// `nil` where the option is missing, and an inner `nil` for no limit.
        func days() throws -> Int?? {
            guard let text else { return nil }
            if text == "forever" { return .some(nil) }
            guard let days = Int(text), (1...36_500).contains(days) else {
                throw ArgumentParser.ValidationError("\(option) is `\(text)`, expected 1 to 36500 days, or forever")
            }
            return days
        }
    }

    private var accessPeriod: Period { Period(origin: nil, option: "--access-retention", text: accessRetention) }

    private var periods: [Period] {
        [
            Period(origin: .live, option: "--retention", text: retention),
            Period(origin: .replayed, option: "--replayed-retention", text: replayedRetention),
            Period(origin: .evidence, option: "--evidence-retention", text: evidenceRetention),
        ]
    }
}
