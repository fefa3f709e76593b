public import TrackingModel
public import VisitModel
internal import WireJSON

/// The encoding of locations as the JSON that is stored and uploaded.
///
/// A record is encoded once, when it is stored: a record sent again after a lost response is identical, byte for byte.
/// Transistor reference, "Location data"; the vendor's console, tests/data.js.
public struct RecordWriting: Sendable {
    /// The phone's operating system, on which a few keys depend.
    public let platform: Platform
    /// Values added to every record; those of the location itself take precedence.
    public let extras: [String: ConfigValue]
    /// Whether the phone's additional clocks are written (`timestampMeta`).
    public let writesTimestampMeta: Bool
    /// The template for locations; `nil` for the default format.
    public let locationTemplate: WireTemplate?
    /// The template for geofence events; `nil` for the default format.
    public let geofenceTemplate: WireTemplate?

    /// Reads the options of a configuration; an empty template counts as none.
    ///
    /// Throws a `TrackingEngineError` with code `options` for an invalid template, naming the tag.
    public init(_ config: TrackingConfig) throws(TrackingEngineError) {
        platform = config.platform
        extras = config.persistence.extras
        writesTimestampMeta = config.geolocation.enableTimestampMeta
        locationTemplate = try WireTemplate(config.persistence.locationTemplate, of: .location)
        geofenceTemplate = try WireTemplate(config.persistence.geofenceTemplate, of: .geofence)
    }

    /// Encodes a location as a JSON value in UTF-8: an object, or the result of the template.
    ///
    /// The clocks that count from `bootedAt`, when the phone was switched on, are left out where it is `nil`. Throws a
    /// `TrackingEngineError` with code `options` where a template gives no valid JSON for this location.
    public func json(of location: TrackedLocation, bootedAt: Timestamp? = nil) throws(TrackingEngineError) -> [UInt8] {
        let meta = writesTimestampMeta ? TimestampMeta(location, platform: platform, bootedAt: bootedAt) : nil
        let extras = extras.merging(location.extras) { _, own in own }
        let template = location.event == .geofence ? geofenceTemplate : locationTemplate
        guard let template else { return usual(location, extras, meta) }
        return try template.json(of: location, extras: extras, meta: meta)
    }

    private func usual(_ location: TrackedLocation, _ extras: [String: ConfigValue], _ meta: TimestampMeta?) -> [UInt8]
    {
        var json = JSONBytes()
        json.openObject()
        json.member("timestamp", location.fix.time)
        if let meta {
            json.key("timestampMeta")
            meta.write(to: &json)
        }
        json.member("recorded_at", location.recordedAt)
        json.member("age", location.ageMilliseconds)
        json.member("uuid", location.uuid)
        if let event = location.event { json.member("event", event.rawValue) }
        json.member("is_moving", location.isMoving)
        // Both are present only when they are true (Transistor types, LocationEvent).
        if location.fix.flags.contains(.mock) { json.member("mock", true) }
        if location.isSample { json.member("sample", true) }
        json.member("odometer", location.odometerMeters)
        json.member("odometer_error", location.odometerErrorMeters)
        json.coordinates(of: location.fix, platform: platform)
        json.phone(location)
        if location.event == .geofence, let geofence = location.geofence { json.crossing(geofence) }
        if location.event == .providerChange, let provider = location.provider { json.provider(provider) }
        json.member("extras", extras)
        json.closeObject()
        return json.bytes
    }
}

/// The parts of a record. Transistor reference, "Location data".
extension JSONBytes {
    /// The placeholder for a number that the phone does not know.
    static let unknown = -1.0

    fileprivate mutating func coordinates(of fix: Fix, platform: Platform) {
        openObject("coords")
        member("latitude", fix.coordinate.latitude)
        member("longitude", fix.coordinate.longitude)
        member("accuracy", fix.horizontalAccuracy ?? Self.unknown)
        member("speed", fix.speed ?? Self.unknown)
        // A fix has no accuracy of its speed, heading and altitude.
        member("speed_accuracy", Self.unknown)
        member("heading", fix.course ?? Self.unknown)
        member("heading_accuracy", Self.unknown)
        // The altitude of a fix is above the ellipsoid.
        member("altitude", fix.altitude ?? Self.unknown)
        member("ellipsoidal_altitude", fix.altitude ?? Self.unknown)
        member("altitude_accuracy", Self.unknown)
        if platform == .ios {
            key("floor")
            null()
        }
        closeObject()
    }

    fileprivate mutating func phone(_ location: TrackedLocation) {
        openObject("activity")
        member("type", location.activityName)
        member("confidence", Int64(location.activityConfidence))
        closeObject()
        openObject("battery")
        member("level", location.fix.battery ?? Self.unknown)
        member("is_charging", location.isCharging)
        closeObject()
    }

    fileprivate mutating func crossing(_ crossing: GeofenceCrossing) {
        openObject("geofence")
        member("identifier", crossing.identifier)
        member("action", crossing.action.rawValue)
        member("timestamp", crossing.timestamp)
        if !crossing.extras.isEmpty { member("extras", crossing.extras) }
        closeObject()
    }

    /// With the raw values (Transistor types, ProviderChangeEvent).
    fileprivate mutating func provider(_ provider: ProviderState) {
        openObject("provider")
        member("enabled", provider.isEnabled)
        member("status", Int64(provider.status.rawValue))
        member("network", provider.hasNetwork)
        member("gps", provider.hasGPS)
        member("accuracyAuthorization", Int64(provider.accuracy.rawValue))
        closeObject()
    }
}

extension TrackedLocation {
    /// The activity that the motion service reported; `unknown` where it reported none.
    var activityName: String { fix.activity?.rawValue ?? "unknown" }
}

/// A record's `timestampMeta`: the phone's additional clocks, in milliseconds.
///
/// Transistor types, GeoConfig.enableTimestampMeta, with its listings for both platforms. Android's key for the clock
/// since boot is misspelt there, and so it is on the wire.
struct TimestampMeta {
    private let clocks: [(key: StaticString, milliseconds: Int64)]

    /// The clocks that count from `bootedAt`, when the phone was switched on, are left out where it is `nil`.
    init(_ location: TrackedLocation, platform: Platform, bootedAt: Timestamp?) {
        let (taken, recorded) = (location.fix.time.milliseconds, location.recordedAt.milliseconds)
        var clocks: [(key: StaticString, milliseconds: Int64)] = [("time", taken)]
        if platform == .ios { clocks.append(("systemTime", recorded)) }
        if let booted = bootedAt?.milliseconds {
            switch platform {
            case .ios: clocks.append(("systemClockElapsedRealtime", recorded - booted))
            case .android:
                clocks.append(("systemClockElaspsedRealtime", recorded - booted))
                clocks.append(("elapsedRealtime", taken - booted))
            }
        }
        self.clocks = clocks
    }

    func write(to json: inout JSONBytes) {
        json.openObject()
        for clock in clocks { json.member(clock.key, clock.milliseconds) }
        json.closeObject()
    }
}

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
