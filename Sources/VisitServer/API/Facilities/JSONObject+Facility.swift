internal import Interchange
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

extension JSONObject {
    init(facility: Facility, retiredAt: Timestamp?) {
        let center = facility.geofence.center
        self.init()
        self["facility_id"] = facility.id.text
        self["name"] = facility.name.orNothing
        self["address"] = facility.address.street.orNothing
        self["city"] = facility.address.city.orNothing
        self["state"] = facility.address.state.orNothing
        self["postal_code"] = facility.address.postalCode.orNothing
        self["country"] = facility.address.country.orNothing
        self["latitude"] = center.latitude
        self["longitude"] = center.longitude
        self["dwell_seconds"] = facility.dwellThreshold.seconds
        self["time_zone"] = facility.timeZone?.identifier
        self["retired_at"] = retiredAt?.iso8601
        switch facility.geofence {
        case .circle(_, let radius): (self["radius_m"], self["boundary"]) = (radius.meters, nil)
        case .polygon(let polygon): (self["radius_m"], self["boundary"]) = (nil, PolygonDocument(polygon))
        }
    }

    init(near: NearestFacility) {
        self.init(facility: near.facility, retiredAt: nil)
        // To the fence's edge; negative inside.
        self["distance_m"] = near.edgeMeters.inTenths
        self["center_m"] = near.centerMeters.inTenths
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
