package import VisitModel

/// A fix as a JSON record of Footfall's own format, so that it can be imported again.
package enum FixText {
    /// Encodes a fix.
    ///
    /// - Parameters:
    ///   - fix: the fix.
    ///   - device: the phone of the fix.
    /// - Returns: one JSON object in UTF-8, without a line end.
    package static func json(_ fix: Fix, of device: DeviceID) -> [UInt8] {
        var json = JSONText()
        json.raw("{\"device\": ")
        json.string(device.text)
        json.raw(", \"time\": ")
        json.string(fix.time.iso8601)
        let numbers: [(String, Double?)] = [
            ("lat", fix.coordinate.latitude), ("lon", fix.coordinate.longitude), ("accuracy", fix.horizontalAccuracy),
            ("speed", fix.speed), ("course", fix.course), ("altitude", fix.altitude), ("battery", fix.battery),
        ]
        for (name, value) in numbers {
            guard let value else { continue }
            json.raw(", ")
            json.string(name)
            json.raw(": ")
            json.number(value)
        }
        if let activity = fix.activity {
            json.raw(", \"activity\": ")
            json.string(activity.rawValue)
        }
        if fix.flags.contains(.mock) { json.raw(", \"mock\": true") }
        if fix.flags.contains(.stationary) { json.raw(", \"stationary\": true") }
        json.raw("}")
        return json.bytes
    }
}
