internal import GeofenceEngine
internal import Tables
internal import VisitModel
internal import VisitStore

enum MemberDisplay {
    struct Row {
        let stored: StoredMember
        /// `nil` where the member is at no place now, as far as is known.
        let presence: Presence?
        /// That of visits that begin today.
        let group: GroupID?

        var member: Member { stored.member }
    }

    static let columns: [Column<Row>] =
        [
            Column("member") { .text($0.member.id.text) },
            Column("name") { .optional($0.stored.name?.text) },
            Column("group") { .optional($0.group?.text) },
            Column("has_list", in: .programs) { .flag($0.member.facilities != nil) },
            Column("facility_count", in: .programs) { $0.member.facilities.map { .integer($0.count) } ?? .nothing },
            Column("facilities", in: [.table]) { .text(places($0.member)) },
            Column("devices") { .list($0.stored.devices.map(\.id.text)) },
        ]
        + PresenceDisplay.columns { $0.presence } + [
            Column("time_zone", "time zone") { .optional($0.stored.timeZone?.identifier) }
        ]

    static let details: [Column<Row>] =
        [
            Column("member") { .text($0.member.id.text) },
            Column("name") { .optional($0.stored.name?.text) },
            Column("group") { .optional($0.group?.text) },
            Column("has_list", in: .programs) { .flag($0.member.facilities != nil) },
            Column("facilities", in: .programs) {
                $0.member.facilities.map { .list($0.sorted().map(\.text)) } ?? .nothing
            },
            Column("facilities", in: [.table]) { .text(places($0.member)) },
            Column("devices", in: .programs) { .list($0.stored.devices.map(\.id.text)) },
            Column("devices", in: [.table]) { .list($0.stored.devices.map { "\($0.id) (\($0.platformName))" }) },
        ]
        + PresenceDisplay.columns { $0.presence } + [
            Column("time_zone", "time zone") { .optional($0.stored.timeZone?.identifier) }
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
    struct Row {
        let stored: StoredDevice
        /// `nil` where the phone is at no place now, as far as is known.
        let presence: Presence?
    }

    static let columns: [Column<Row>] =
        [
            Column("device") { .text($0.stored.device.id.text) },
            Column("member") { .text($0.stored.device.member.text) },
            Column("platform") { .text($0.stored.device.platformName) },
            Column("time_zone", "time zone") { .optional($0.stored.timeZone?.identifier) },
            Column("newest_fix_at", "newest fix (UTC)") { .optional($0.stored.newestFixAt) },
            Column("fixes", isRightAligned: true) { .integer($0.stored.fixCount) },
        ]
        + PresenceDisplay.columns { $0.presence } + [
            Column("clock_offset_seconds", "clock ahead (s)", isRightAligned: true) {
                $0.stored.clockOffsetSeconds.map(Cell.integer) ?? .nothing
            },
            Column("clock_seems_behind", "clock seems behind") { .flag($0.stored.clockSeemsBehind) },
        ]
}

/// The place at which a member or a phone is now.
enum PresenceDisplay {
    static func columns<Row>(_ presence: @escaping @Sendable (Row) -> Presence?) -> [Column<Row>] {
        [
            Column("in", in: [.json]) { row in
                guard let presence = presence(row) else { return .nothing }
                return .object([
                    ("facility", .text(presence.facility.text)), ("visit_id", .text(presence.visit.text)),
                    ("since", .time(presence.since)), ("confidence", .number(presence.confidence, decimals: 2)),
                ])
            },
            Column("in_facility", in: [.csv]) { .optional(presence($0)?.facility.text) },
            Column("in_since", in: [.csv]) { .optional(presence($0)?.since) },
            Column("in_confidence", in: [.csv]) { .optional(presence($0)?.confidence, decimals: 2) },
            Column("in now", in: [.table]) { row in
                .optional(
                    presence(row).map { "\($0.facility) since \($0.since), \(Int(($0.confidence * 100).rounded())) %" }
                )
            },
        ]
    }
}

extension Device {
    var platformName: String { isPlatformKnown ? platform.rawValue : "unknown" }
}
