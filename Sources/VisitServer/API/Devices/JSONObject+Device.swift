internal import Interchange
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

extension JSONObject {
    init(device stored: StoredDevice) {
        self.init()
        self["device"] = stored.device.id.text
        self["member"] = stored.device.member.text
        self["platform"] = stored.device.isPlatformKnown ? stored.device.platform.rawValue : "unknown"
        self["time_zone"] = stored.timeZone?.identifier
        self["newest_fix_at"] = stored.newestFixAt?.iso8601
        self["fixes"] = stored.fixCount
        self["limit"] = stored.device.platform.geofenceLimit
        self["clock_offset_seconds"] = stored.clockOffsetSeconds
        self["clock_seems_behind"] = stored.clockSeemsBehind
    }

    /// A geofence that a phone should register.
    init(order: FenceOrder) {
        self.init()
        self["id"] = order.facility.text
        self["name"] = order.name.orNothing
        self["latitude"] = order.center.latitude
        self["longitude"] = order.center.longitude
        self["radius_m"] = order.radiusMeters
        // Of a polygon, without the repeated last one.
        self["vertices"] = order.vertices?.map { ["latitude": $0.latitude, "longitude": $0.longitude] }
        self["dwell_seconds"] = order.dwellSeconds
    }

    /// A raw fix; `POST /v1/fixes` accepts the same keys.
    init(fix: Fix) {
        self.init()
        self["time"] = fix.time.iso8601
        self["latitude"] = fix.coordinate.latitude
        self["longitude"] = fix.coordinate.longitude
        self["accuracy_m"] = fix.horizontalAccuracy
        self["speed_mps"] = fix.speed
        self["heading_deg"] = fix.course
        self["altitude_m"] = fix.altitude
        self["activity"] = fix.activity?.rawValue
        self["battery"] = fix.battery
        self["mock"] = fix.flags.contains(.mock)
        self["stationary"] = fix.flags.contains(.stationary)
    }
}
