import WireJSON
public import VisitModel

/// The encoding of a fix for a service: one JSON object in Footfall's own format (`POST /v1/fixes`).
public enum FixWriting {
    /// Encodes a fix as one JSON object in UTF-8, without a line break at the end.
    ///
    /// Unknown values are left out; the access token or the enclosing document identifies the member.
    public static func json(of fix: Fix) -> [UInt8] {
        var json = JSONBytes()
        json.openObject()
        json.key("time")
        json.text(fix.time.iso8601)
        member("lat", fix.coordinate.latitude, &json)
        member("lon", fix.coordinate.longitude, &json)
        member("accuracy", fix.horizontalAccuracy, &json)
        member("speed", fix.speed, &json)
        member("course", fix.course, &json)
        member("altitude", fix.altitude, &json)
        member("battery", fix.battery, &json)
        if let activity = fix.activity {
            json.key("activity")
            json.text(activity.rawValue)
        }
        for (key, flag) in [("mock" as StaticString, Fix.Flags.mock), ("stationary", .stationary)]
        where fix.flags.contains(flag) {
            json.key(key)
            json.bool(true)
        }
        json.closeObject()
        return json.bytes
    }

    private static func member(_ key: StaticString, _ number: Double?, _ json: inout JSONBytes) {
        guard let number else { return }
        json.key(key)
        json.number(number)
    }
}
