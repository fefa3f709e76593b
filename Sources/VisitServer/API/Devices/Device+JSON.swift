internal import GeofenceEngine
internal import Interchange
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

extension StoredDevice {
    func json(_ presence: Presence?) -> JSONObject {
        var json = JSONObject()
        json["device"] = device.id.text
        json["member"] = device.member.text
        json["in"] = presence.map { JSONObject($0) }
        json["platform"] = device.isPlatformKnown ? device.platform.rawValue : "unknown"
        json["time_zone"] = timeZone?.identifier
        json["newest_fix_at"] = newestFixAt?.iso8601
        json["fixes"] = fixCount
        json["limit"] = device.platform.geofenceLimit
        json["clock_offset_seconds"] = clockOffsetSeconds
        json["clock_seems_behind"] = clockSeemsBehind
        return json
    }
}

extension FenceOrder {
    /// A geofence that a phone should register.
    var json: JSONObject {
        var json = JSONObject()
        json["id"] = facility.text
        json["name"] = name.orNothing
        json["latitude"] = center.latitude
        json["longitude"] = center.longitude
        json["radius_m"] = radiusMeters
        // Of a polygon, without the repeated last one.
        json["vertices"] = vertices?.map { ["latitude": $0.latitude, "longitude": $0.longitude] }
        json["dwell_seconds"] = dwellSeconds
        return json
    }
}

extension Fix {
    /// A raw fix; `POST /v1/fixes` accepts the same keys.
    var json: JSONObject {
        var json = JSONObject()
        json["time"] = time.iso8601
        json["latitude"] = coordinate.latitude
        json["longitude"] = coordinate.longitude
        json["accuracy_m"] = horizontalAccuracy
        json["speed_mps"] = speed
        json["heading_deg"] = course
        json["altitude_m"] = altitude
        json["activity"] = activity?.rawValue
        json["battery"] = battery
        json["mock"] = flags.contains(.mock)
        json["stationary"] = flags.contains(.stationary)
        return json
    }
}
