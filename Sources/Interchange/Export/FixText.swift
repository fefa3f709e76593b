package import VisitModel
internal import WireJSON

/// A fix as a JSON record of Footfall's own format, so that it can be imported again.
package enum FixText {
    /// One JSON object in UTF-8, without a line end.
    package static func json(_ fix: Fix, of device: DeviceID) -> [UInt8] {
        var json = JSONBytes(style: .spaced)
        json.openObject()
        json.member("device", device.text)
        json.member("time", fix.time.iso8601)
        json.member("lat", fix.coordinate.latitude)
        json.member("lon", fix.coordinate.longitude)
        if let accuracy = fix.horizontalAccuracy { json.member("accuracy", accuracy) }
        if let speed = fix.speed { json.member("speed", speed) }
        if let course = fix.course { json.member("course", course) }
        if let altitude = fix.altitude { json.member("altitude", altitude) }
        if let battery = fix.battery { json.member("battery", battery) }
        if let activity = fix.activity { json.member("activity", activity.rawValue) }
        if fix.flags.contains(.mock) { json.member("mock", true) }
        if fix.flags.contains(.stationary) { json.member("stationary", true) }
        json.closeObject()
        return json.bytes
    }
}
