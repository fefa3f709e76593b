internal import TrackingModel
internal import WireJSON

extension RadarForegroundServiceOptions {
    /// Missing members have the reference's defaults.
    init?(
        reading options: inout OptionReader,
        _ warnings: inout [ConfigurationWarning]
    ) throws(TrackingEngineError) {
        guard var reader = try options.object("foregroundService") else { return nil }
        self.init()
        text = try reader.text("text") ?? text
        title = try reader.text("title")
        icon = try reader.integer("icon")
        iconString = try reader.text("iconString")
        iconColor = try reader.text("iconColor")
        updatesOnly = try reader.bool("updatesOnly") ?? updatesOnly
        activity = try reader.text("activity")
        if let number = try reader.integer("importance") {
            guard let importance = RadarNotificationImportance(rawValue: number) else {
                throw reader.wrong("importance", .integer(Int64(number)), "a number from 0 to 5")
            }
            self.importance = importance
        }
        id = try reader.integer("id") ?? id
        channelName = try reader.text("channelName") ?? channelName
        warnings += self.warnings
        warnings += reader.rest.map { key in
            ConfigurationWarning(
                .unknownKey,
                "foregroundService.\(key)",
                "`foregroundService.\(key)` is not an option of the foreground service; check the spelling"
            )
        }
    }

    /// Without the members that are `nil`.
    func write(to json: inout JSONBytes) {
        json.openObject("foregroundService")
        json.member("text", text)
        if let title { json.member("title", title) }
        if let iconString { json.member("iconString", iconString) }
        if let iconColor { json.member("iconColor", iconColor) }
        if let activity { json.member("activity", activity) }
        if let icon { json.member("icon", icon) }
        json.member("updatesOnly", updatesOnly)
        json.member("importance", importance.rawValue)
        json.member("id", id)
        json.member("channelName", channelName)
        json.closeObject()
    }
}
