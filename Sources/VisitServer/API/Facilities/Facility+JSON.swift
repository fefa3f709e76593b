internal import Interchange
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

extension Facility {
    func json(retiredAt: Timestamp?) -> JSONObject {
        let center = geofence.center
        var json = JSONObject()
        json["facility_id"] = id.text
        json["name"] = name.orNothing
        json["address"] = address.street.orNothing
        json["city"] = address.city.orNothing
        json["state"] = address.state.orNothing
        json["postal_code"] = address.postalCode.orNothing
        json["country"] = address.country.orNothing
        json["latitude"] = center.latitude
        json["longitude"] = center.longitude
        json["dwell_seconds"] = dwellThreshold.seconds
        json["time_zone"] = timeZone?.identifier
        json["retired_at"] = retiredAt?.iso8601
        switch geofence {
        case .circle(_, let radius): (json["radius_m"], json["boundary"]) = (radius.meters, nil)
        case .polygon(let polygon): (json["radius_m"], json["boundary"]) = (nil, PolygonDocument(polygon))
        }
        return json
    }
}

extension NearestFacility {
    var json: JSONObject {
        var json = facility.json(retiredAt: nil)
        // To the fence's edge; negative inside.
        json["distance_m"] = edgeMeters.inTenths
        json["center_m"] = centerMeters.inTenths
        return json
    }
}

/// A polygon as a GeoJSON geometry (RFC 7946).
struct PolygonDocument: RequestDocument, Encodable {
    let type: String
    let coordinates: [[[Double]]]

    /// The polygon's bounding box (RFC 7946, 5).
    static let ignoredMembers = ["bbox"]

    enum CodingKeys: String, CodingKey, CaseIterable {
        case type, coordinates
    }

    init(_ polygon: Polygon) {
        type = "Polygon"
        coordinates = polygon.geoJSONRings.map { ring in ring.map { [$0.longitude, $0.latitude] } }
    }
}
