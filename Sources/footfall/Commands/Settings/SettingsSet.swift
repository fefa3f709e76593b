internal import ArgumentParser
internal import VisitModel
internal import VisitStore

/// Changes settings.
struct SettingsSet: Command {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Change settings.",
        discussion: "Visits that are counted already keep their month when the default time zone changes."
    )

    @Option(
        help: ArgumentHelp(
            "The time zone of facilities that have none of their own, an IANA name, or none.",
            valueName: "zone"
        )
    )
    var defaultTimeZone: String?

    @Option(
        help: ArgumentHelp(
            "For how many days raw fixes are kept, 1 to 36500, or forever; visits are always kept.",
            valueName: "days"
        )
    )
    var retention: String?

    @OptionGroup var format: FormatOptions
    @OptionGroup var database: DatabaseOptions

    func validate() throws {
        guard defaultTimeZone != nil || retention != nil else {
            throw ArgumentParser.ValidationError("name what to set: --default-time-zone or --retention")
        }
        _ = try zone()
        _ = try days()
    }

    func run(_ console: Console) throws {
        let store = try database.open(console)
        if let zone = try zone() { try store.setDefaultTimeZone(zone) }
        if let days = try days() { try store.setRetentionDays(days) }
        try SettingsShow.show(store, format.format, console)
    }

    /// The zone to set: `nil` where none is named, and within that `nil` to take it away.
    private func zone() throws -> TimeZoneName?? {
        guard let defaultTimeZone else { return nil }
        if defaultTimeZone == "none" { return .some(nil) }
        do {
            return try Transforms.timeZone(defaultTimeZone)
        } catch {
            throw ArgumentParser.ValidationError("--default-time-zone: \(error)")
        }
    }

    /// The days to set: `nil` where none are named, and within that `nil` for ever.
    private func days() throws -> Int?? {
        guard let retention else { return nil }
        if retention == "forever" { return .some(nil) }
        guard let days = Int(retention), (1...36_500).contains(days) else {
            throw ArgumentParser.ValidationError("--retention is `\(retention)`, expected 1 to 36500 days, or forever")
        }
        return days
    }
}
