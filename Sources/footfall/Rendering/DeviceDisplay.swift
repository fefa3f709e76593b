internal import VisitModel
internal import VisitStore

enum DeviceDisplay {
    static let columns: [Column<StoredDevice>] = [
        Column("device") { .text($0.device.id.text) },
        Column("member") { .text($0.device.member.text) },
        Column("platform") { .text($0.device.platformName) },
        Column("time_zone", "time zone") { .optional($0.timeZone?.identifier) },
        Column("newest_fix_at", "newest fix (UTC)") { .optional($0.newestFixAt) },
        Column("fixes", isRightAligned: true) { .integer($0.fixCount) },
        Column("clock_offset_seconds", "clock ahead (s)", isRightAligned: true) {
            $0.clockOffsetSeconds.map(Cell.integer) ?? .nothing
        },
        Column("clock_seems_behind", "clock seems behind") { .flag($0.clockSeemsBehind) },
    ]
}

extension Device {
    var platformName: String { isPlatformKnown ? platform.rawValue : "unknown" }
}
