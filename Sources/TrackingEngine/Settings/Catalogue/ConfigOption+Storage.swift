import VisitModel

extension ConfigOption {
    /// The options for storing records.
    static let persistence: [ConfigOption] = [
        ConfigOption(
            "persistence.maxDaysToPersist",
            \.persistence.maxDaysToPersist,
            in: .days,
            within: .both(PersistenceConfig.maxDaysToPersistLimits),
            "After how long a record is deleted, uploaded or not"
        ),
        ConfigOption(
            "persistence.maxRecordsToPersist",
            \.persistence.maxRecordsToPersist,
            in: .records,
            within: .both(PersistenceConfig.maxRecordsToPersistLimits),
            "The maximum number of stored records; 0 stores nothing, otherwise the oldest are dropped"
        ),
        ConfigOption("persistence.persistMode", \.persistence.persistMode, "Which kinds of records are stored"),
        ConfigOption(
            "persistence.locationsOrderDirection",
            \.persistence.locationsOrderDirection,
            "In which order records are uploaded and listed"
        ),
        ConfigOption("persistence.extras", \.persistence.extras, "Values that are added to every record"),
        ConfigOption(
            "persistence.locationTemplate",
            \.persistence.locationTemplate,
            "How a location is written, with tags such as <%= latitude %>"
        ),
        ConfigOption(
            "persistence.geofenceTemplate",
            \.persistence.geofenceTemplate,
            "How a geofence event is written, with such tags"
        ),
        ConfigOption(
            "persistence.disableProviderChangeRecord",
            \.persistence.disableProviderChangeRecord,
            on: [.android],
            "Stores no record of a change of the location services"
        ),
        ConfigOption(
            "persistence.timestampFormat",
            \.persistence.timestampFormat,
            "How the time of storing is written"
        ),
    ]

    /// The options for developers.
    static let logger: [ConfigOption] = [
        ConfigOption("logger.debug", \.logger.debug, "Plays sounds and shows local notifications for events"),
        ConfigOption("logger.logLevel", \.logger.logLevel, "How much the log keeps"),
        ConfigOption(
            "logger.logMaxDays",
            \.logger.logMaxDays,
            in: .days,
            within: .both(LoggerConfig.logMaxDaysLimits),
            "After how long an entry of the log is deleted"
        ),
    ]
}
