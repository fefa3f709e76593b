public import TrackingModel
import WireJSON
public import VisitModel

/// Writes locations as the JSON that is stored and uploaded.
///
/// A record is written when it is stored, once: what is sent again after a lost answer is the same, byte for byte.
/// Transistor reference, "Location data"; the vendor's console, tests/data.js.
public struct RecordWriting: Sendable {
    /// The phone's operating system, which has a few keys of its own.
    public let platform: Platform
    /// Values that are added to every record; those of the location itself win.
    public let extras: [String: ConfigValue]
    /// Whether the phone's further clocks are written (`timestampMeta`).
    public let writesTimestampMeta: Bool
    /// How a location is written instead of the usual form.
    public let locationTemplate: WireTemplate?
    /// How a geofence event is written instead of the usual form.
    public let geofenceTemplate: WireTemplate?

    /// Takes what a configuration says about records.
    ///
    /// - Parameter config: the configuration; an empty template is none.
    /// - Throws: `TrackingEngineError` with code `options` for a template that can't be used, naming the tag.
    public init(_ config: TrackingConfig) throws(TrackingEngineError) {
        platform = config.platform
        extras = config.persistence.extras
        writesTimestampMeta = config.geolocation.enableTimestampMeta
        locationTemplate = try WireTemplate(config.persistence.locationTemplate, of: .location)
        geofenceTemplate = try WireTemplate(config.persistence.geofenceTemplate, of: .geofence)
    }

    /// Writes a location.
    ///
    /// - Parameters:
    ///   - location: the location.
    ///   - bootedAt: when the phone was switched on, for the clocks that count from there; `nil` leaves them out.
    /// - Returns: a JSON value in UTF-8: an object, or what the template makes.
    /// - Throws: `TrackingEngineError` with code `options` where a template makes no JSON of this very location.
    public func json(
        of location: TrackedLocation,
        bootedAt: Timestamp? = nil
    ) throws(TrackingEngineError) -> [UInt8] {
        let meta = writesTimestampMeta ? TimestampMeta(location, platform: platform, bootedAt: bootedAt) : nil
        let extras = extras.merging(location.extras) { _, own in own }
        let template = location.event == .geofence ? geofenceTemplate : locationTemplate
        guard let template else { return usual(location, extras, meta) }
        return try template.json(of: location, extras: extras, meta: meta)
    }

    /// The form without a template.
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
        // Both are only there when they are true (Transistor types, LocationEvent).
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
