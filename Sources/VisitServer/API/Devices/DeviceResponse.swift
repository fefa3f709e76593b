internal import Interchange
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct DeviceResponse: Encodable, Sendable {
    let device: String
    let member: String
    let platform: String
    @OrNull var timeZone: String?
    @OrNull var newestFixAt: String?
    let fixes: Int
    /// The most geofences that the phone's system registers.
    let limit: Int
    /// The lead of the phone's clock; null where it is right, as far as is known.
    @OrNull var clockOffsetSeconds: Int?
    let clockSeemsBehind: Bool
    /// The fields of a single phone's document.
    var detail: Detail?

    /// The fields that require the engine's state to be read.
    struct Detail: Encodable, Sendable {
        @OrNull var lastHeardAt: String?
        /// The number of geofences chosen for the phone.
        let registered: Int
        /// The number of geofences delivered to the phone.
        let delivered: Int

        enum CodingKeys: String, CodingKey {
            case registered, delivered
            case lastHeardAt = "last_heard_at"
        }
    }

    enum CodingKeys: String, CodingKey {
        case device, member, platform, fixes, limit
        case timeZone = "time_zone"
        case newestFixAt = "newest_fix_at"
        case clockOffsetSeconds = "clock_offset_seconds"
        case clockSeemsBehind = "clock_seems_behind"
    }

    init(_ stored: StoredDevice, _ condition: DeviceCondition? = nil) {
        device = stored.device.id.text
        member = stored.device.member.text
        platform = stored.device.isPlatformKnown ? stored.device.platform.rawValue : "unknown"
        fixes = stored.fixCount
        limit = stored.device.platform.geofenceLimit
        timeZone = stored.timeZone?.identifier
        newestFixAt = stored.newestFixAt?.iso8601
        clockSeemsBehind = stored.clockSeemsBehind
        clockOffsetSeconds = stored.clockOffsetSeconds
        detail = condition.map {
            Detail(
                lastHeardAt: $0.lastHeardAt?.iso8601,
                registered: $0.registered.count,
                delivered: $0.delivered.count
            )
        }
    }

    func encode(to encoder: any Encoder) throws {
        try detail?.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(device, forKey: .device)
        try container.encode(member, forKey: .member)
        try container.encode(platform, forKey: .platform)
        try container.encode(_timeZone, forKey: .timeZone)
        try container.encode(_newestFixAt, forKey: .newestFixAt)
        try container.encode(fixes, forKey: .fixes)
        try container.encode(limit, forKey: .limit)
        try container.encode(_clockOffsetSeconds, forKey: .clockOffsetSeconds)
        try container.encode(clockSeemsBehind, forKey: .clockSeemsBehind)
    }
}

/// The geofences that a phone should register.
struct GeofencesResponse: Encodable, Sendable {
    let device: String
    /// The most geofences that the phone's system registers, and so the most in the list.
    let limit: Int
    let geofences: [Geofence]

    struct Geofence: Encodable, Sendable {
        let id: String
        @OrNull var name: String?
        let latitude: Double
        let longitude: Double
        let radiusMeters: Double
        /// Of a polygon, without the repeated last one.
        @OrNull var vertices: [Corner]?
        let dwellSeconds: Int

        enum CodingKeys: String, CodingKey {
            case id, name, latitude, longitude, vertices
            case radiusMeters = "radius_m"
            case dwellSeconds = "dwell_seconds"
        }

        init(_ order: FenceOrder) {
            id = order.facility.text
            (latitude, longitude) = (order.center.latitude, order.center.longitude)
            radiusMeters = order.radiusMeters
            dwellSeconds = order.dwellSeconds
            name = order.name.orNothing
            vertices = order.vertices?.map { Corner(latitude: $0.latitude, longitude: $0.longitude) }
        }
    }

    struct Corner: Encodable, Sendable {
        let latitude: Double
        let longitude: Double
    }
}

/// The geofences that are chosen for a phone, and those delivered to it.
struct RegistrationsResponse: Encodable, Sendable {
    let device: String
    let limit: Int
    /// The facilities of the chosen geofences.
    let facilities: [String]
    /// The facilities of the delivered geofences.
    let delivered: [String]
}

/// The JSON of a raw fix; `POST /v1/fixes` accepts the same keys.
struct FixResponse: Encodable, Sendable {
    let time: String
    let latitude: Double
    let longitude: Double
    @OrNull var accuracyMeters: Double?
    @OrNull var speedMetersPerSecond: Double?
    @OrNull var headingDegrees: Double?
    @OrNull var altitudeMeters: Double?
    @OrNull var activity: String?
    /// From 0 to 1.
    @OrNull var battery: Double?
    let mock: Bool
    let stationary: Bool

    enum CodingKeys: String, CodingKey {
        case time, latitude, longitude, activity, battery, mock, stationary
        case accuracyMeters = "accuracy_m"
        case speedMetersPerSecond = "speed_mps"
        case headingDegrees = "heading_deg"
        case altitudeMeters = "altitude_m"
    }

    init(_ fix: Fix) {
        time = fix.time.iso8601
        (latitude, longitude) = (fix.coordinate.latitude, fix.coordinate.longitude)
        mock = fix.flags.contains(.mock)
        stationary = fix.flags.contains(.stationary)
        accuracyMeters = fix.horizontalAccuracy
        speedMetersPerSecond = fix.speed
        headingDegrees = fix.course
        altitudeMeters = fix.altitude
        activity = fix.activity?.rawValue
        battery = fix.battery
    }
}
