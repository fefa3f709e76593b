internal import TrackingModel
extension RadarForegroundServiceOptions {
    /// Reads the key `foregroundService`; missing members have the reference's defaults.
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

    /// The options as a JSON object, without the members that are `nil`.
    var jsonText: JSONText {
        var object = JSONText()
        object.put("text", text)
        for (key, value) in [
            ("title", title), ("iconString", iconString), ("iconColor", iconColor), ("activity", activity),
        ] {
            if let value {
                object.put(key, value)
            }
        }
        if let icon {
            object.put("icon", Int64(icon))
        }
        object.put("updatesOnly", updatesOnly)
        object.put("importance", Int64(importance.rawValue))
        object.put("id", Int64(id))
        object.put("channelName", channelName)
        return object
    }
}
