internal import Interchange
internal import VisitModel
internal import VisitStore

struct FacilityResponse: Encodable, Sendable {
    let facilityID: String
    @OrNull var name: String?
    @OrNull var address: String?
    @OrNull var city: String?
    @OrNull var state: String?
    @OrNull var postalCode: String?
    @OrNull var country: String?
    let latitude: Double
    let longitude: Double
    /// Of a circle.
    @OrNull var radiusMeters: Double?
    /// Of a polygon.
    @OrNull var boundary: PolygonDocument?
    let dwellSeconds: Int
    @OrNull var timeZone: String?
    @OrNull var retiredAt: String?

    enum CodingKeys: String, CodingKey {
        case name, address, city, state, country, latitude, longitude, boundary
        case facilityID = "facility_id"
        case postalCode = "postal_code"
        case radiusMeters = "radius_m"
        case dwellSeconds = "dwell_seconds"
        case timeZone = "time_zone"
        case retiredAt = "retired_at"
    }

    init(_ facility: Facility, retiredAt: Timestamp? = nil) {
        let center = facility.geofence.center
        facilityID = facility.id.text
        (latitude, longitude) = (center.latitude, center.longitude)
        dwellSeconds = facility.dwellThreshold.seconds
        name = facility.name.orNothing
        address = facility.address.street.orNothing
        city = facility.address.city.orNothing
        state = facility.address.state.orNothing
        postalCode = facility.address.postalCode.orNothing
        country = facility.address.country.orNothing
        timeZone = facility.timeZone?.identifier
        self.retiredAt = retiredAt?.iso8601
        switch facility.geofence {
        case .circle(_, let radius): (radiusMeters, boundary) = (radius.meters, nil)
        case .polygon(let polygon): (radiusMeters, boundary) = (nil, PolygonDocument(polygon))
        }
    }

    init(_ stored: StoredFacility) {
        self.init(stored.facility, retiredAt: stored.retiredAt)
    }
}

struct NearFacilityResponse: Encodable, Sendable {
    let facility: FacilityResponse
    /// To the fence's edge; negative inside.
    let distanceMeters: Double
    let centerMeters: Double

    private enum CodingKeys: String, CodingKey {
        case distanceMeters = "distance_m"
        case centerMeters = "center_m"
    }

    init(_ near: NearestFacility) {
        facility = FacilityResponse(near.facility)
        (distanceMeters, centerMeters) = (near.edgeMeters.inTenths, near.centerMeters.inTenths)
    }

    func encode(to encoder: any Encoder) throws {
        try facility.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(distanceMeters, forKey: .distanceMeters)
        try container.encode(centerMeters, forKey: .centerMeters)
    }
}

/// A polygon as a GeoJSON geometry (RFC 7946).
struct PolygonDocument: Codable, Sendable {
    let type: String
    let coordinates: [[[Double]]]

    init(_ polygon: Polygon) {
        type = "Polygon"
        coordinates = polygon.geoJSONRings.map { ring in ring.map { [$0.longitude, $0.latitude] } }
    }
}
