internal import TrackingModel
internal import VisitModel

extension Scheduler: Codable {
    private enum CodingKeys: String, CodingKey {
        case platform, schedule, tracking
        case usesAlarmManager = "uses_alarm_manager"
        case isRunning = "running"
        case alarmEdge = "alarm_edge_ms"
        case alarmTime = "alarm_ms"
        case keepsSignificantChanges = "keeps_significant_changes"
        case zone = "time_zone"
        case lookedAt = "looked_at_ms"
        case mode
        case next = "next_edge_ms"
    }

    /// Decodes a stored scheduler.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func time(_ key: CodingKeys) throws -> Timestamp? {
            try values.decodeIfPresent(Int64.self, forKey: key).map(Timestamp.init(milliseconds:))
        }
        guard let platform = Platform(rawValue: try values.decode(String.self, forKey: .platform)) else {
            throw DecodingError.dataCorruptedError(forKey: .platform, in: values, debugDescription: "no platform")
        }
        self.init(platform: platform, usesAlarmManager: try values.decode(Bool.self, forKey: .usesAlarmManager))
        schedule = try values.decode(Schedule.self, forKey: .schedule)
        isRunning = try values.decode(Bool.self, forKey: .isRunning)
        tracking = try values.decodeIfPresent(ScheduleMode.self, forKey: .tracking)
        keepsSignificantChanges = try values.decode(Bool.self, forKey: .keepsSignificantChanges)
        if let edge = try time(.alarmEdge), let time = try time(.alarmTime) {
            alarm = ScheduleAlarm(edge: edge, time: time)
        }
        guard let zone = try values.decodeIfPresent(String.self, forKey: .zone), let lookedAt = try time(.lookedAt)
        else { return }
        do {
            outlook = Outlook(
                zone: try TimeZoneName(zone),
                time: lookedAt,
                mode: try values.decodeIfPresent(ScheduleMode.self, forKey: .mode),
                next: try time(.next)
            )
        } catch let error as ValidationError {
            throw DecodingError.dataCorruptedError(forKey: .zone, in: values, debugDescription: error.message)
        }
    }

    /// Encodes the whole state.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(platform.rawValue, forKey: .platform)
        try values.encode(usesAlarmManager, forKey: .usesAlarmManager)
        try values.encode(schedule, forKey: .schedule)
        try values.encode(isRunning, forKey: .isRunning)
        try values.encodeIfPresent(tracking, forKey: .tracking)
        try values.encode(keepsSignificantChanges, forKey: .keepsSignificantChanges)
        try values.encodeIfPresent(alarm?.edge.milliseconds, forKey: .alarmEdge)
        try values.encodeIfPresent(alarm?.time.milliseconds, forKey: .alarmTime)
        try values.encodeIfPresent(outlook?.zone.identifier, forKey: .zone)
        try values.encodeIfPresent(outlook?.time.milliseconds, forKey: .lookedAt)
        try values.encodeIfPresent(outlook?.mode, forKey: .mode)
        try values.encodeIfPresent(outlook?.next?.milliseconds, forKey: .next)
    }
}
