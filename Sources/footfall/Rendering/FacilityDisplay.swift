internal import Interchange
internal import Tables
internal import VisitModel
internal import VisitStore
internal import WireJSON

enum FacilityDisplay {
    static let columns: [Column<StoredFacility>] =
        core { $0.facility } + [
            Column("latitude", in: .programs) { .number($0.facility.geofence.center.latitude, decimals: 6) },
            Column("longitude", in: .programs) { .number($0.facility.geofence.center.longitude, decimals: 6) },
            Column("fence", in: [.table]) { .text(fence($0.facility.geofence)) },
            Column("radius_m", in: .programs) { .optional(radius($0.facility.geofence), decimals: 1) },
            Column("dwell_seconds", in: .programs) { .integer($0.facility.dwellThreshold.seconds) },
            Column("dwell", in: [.table], isRightAligned: true) { dwell($0.facility) },
            Column("time_zone", "time zone") { .optional($0.facility.timeZone?.identifier) },
            Column("stays", in: .programs) { .text($0.facility.stays.rawValue) },
            Column("part_of", in: .programs) { .optional($0.facility.partOf?.text) },
            Column("retired_at", in: .programs) { .optional($0.retiredAt) },
        ]

    static let details: [Column<StoredFacility>] =
        columns.filter { $0.key != "fence" && $0.key != "time_zone" } + [
            Column("center", in: [.table]) { .text(point($0.facility.geofence.center)) },
            Column("fence", in: [.table]) { .text(fence($0.facility.geofence)) },
            Column("time_zone", "time zone") { .optional($0.facility.timeZone?.identifier) },
            Column("stays", in: [.table]) { .text($0.facility.stays.rawValue) },
            Column("part_of", "part of", in: [.table]) { .optional($0.facility.partOf?.text) },
            Column("boundary") { .optional(boundary($0.facility.geofence)) },
            Column("retired", in: [.table]) { .optional($0.retiredAt) },
        ]

    static let nearest: [Column<NearestFacility>] =
        [
            Column("edge_m", "edge (m)", isRightAligned: true) { .number($0.edgeMeters, decimals: 1) },
            Column("center_m", "center (m)", isRightAligned: true) { .number($0.centerMeters, decimals: 1) },
        ]
        + core { $0.facility } + [
            Column("latitude", in: .programs) { .number($0.facility.geofence.center.latitude, decimals: 6) },
            Column("longitude", in: .programs) { .number($0.facility.geofence.center.longitude, decimals: 6) },
        ]

    static let registered: [Column<Registered>] =
        [Column("device", in: .programs) { .text($0.device.text) }] + core { $0.facility }

    struct Registered {
        let device: DeviceID
        let facility: Facility
    }

    private static func core<Row>(_ facility: @escaping @Sendable (Row) -> Facility) -> [Column<Row>] {
        [
            Column("facility_id", "facility") { .text(facility($0).id.text) },
            Column("name") { .optional(facility($0).name) },
            Column("address") { .optional(facility($0).address.street) },
            Column("city") { .optional(facility($0).address.city) },
            Column("state") { .optional(facility($0).address.state) },
            Column("postal_code", in: .programs) { .optional(facility($0).address.postalCode) },
            Column("country", in: .programs) { .optional(facility($0).address.country) },
        ]
    }

    private static func radius(_ geofence: Geofence) -> Double? {
        guard case .circle(_, let radius) = geofence else { return nil }
        return radius.meters
    }

    private static func boundary(_ geofence: Geofence) -> String? {
        geofence.wellKnownText
    }

    private static func fence(_ geofence: Geofence) -> String {
        switch geofence {
        case .circle(_, let radius): "\(JSONBytes.text(of: radius.meters)) m"
        case .polygon(let polygon): "polygon of \(polygon.cornerCount) corners"
        case .multiPolygon(let area):
            "\(area.polygons.count) polygons of \(area.polygons.reduce(0) { $0 + $1.cornerCount }) corners"
        }
    }

    private static func dwell(_ facility: Facility) -> Cell {
        .text(Duration.spoken(seconds: facility.dwellThreshold.seconds))
    }

    private static func point(_ coordinate: Coordinate) -> String {
        "\(coordinate.latitude), \(coordinate.longitude)"
    }
}
