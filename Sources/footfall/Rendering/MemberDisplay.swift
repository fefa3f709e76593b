internal import VisitModel
internal import VisitStore

enum MemberDisplay {
    static let columns: [Column<StoredMember>] = [
        Column("member") { .text($0.member.id.text) },
        Column("has_list", in: .programs) { .flag($0.member.facilities != nil) },
        Column("facility_count", in: .programs) { $0.member.facilities.map { .integer($0.count) } ?? .nothing },
        Column("facilities", in: [.table]) { .text(places($0.member)) },
        Column("devices") { .list($0.devices.map(\.id.text)) },
        Column("time_zone", "time zone") { .optional($0.timeZone?.identifier) },
    ]

    static let details: [Column<StoredMember>] = [
        Column("member") { .text($0.member.id.text) },
        Column("has_list", in: .programs) { .flag($0.member.facilities != nil) },
        Column("facilities", in: .programs) { $0.member.facilities.map { .list($0.sorted().map(\.text)) } ?? .nothing },
        Column("facilities", in: [.table]) { .text(places($0.member)) },
        Column("devices", in: .programs) { .list($0.devices.map(\.id.text)) },
        Column("devices", in: [.table]) { .list($0.devices.map { "\($0.id) (\($0.platformName))" }) },
        Column("time_zone", "time zone") { .optional($0.timeZone?.identifier) },
    ]

    static let places: [Column<Facility>] = [
        Column("facility") { .text($0.id.text) },
        Column("name") { .optional($0.name) },
        Column("address") { .optional($0.address.street) },
        Column("city") { .optional($0.address.city) },
    ]

    private static func places(_ member: Member) -> String {
        guard let facilities = member.facilities else { return "all facilities" }
        return facilities.isEmpty ? "none" : CountText.of(facilities.count, "facility", "facilities")
    }
}

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
