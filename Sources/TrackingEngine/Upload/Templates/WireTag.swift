internal import TrackingModel
internal import WireJSON
internal import VisitModel

/// A placeholder in a template (Transistor types, PersistenceConfig.locationTemplate and geofenceTemplate).
enum WireTag: String, Hashable, Sendable, CaseIterable {
    case latitude, longitude, speed, heading, accuracy, altitude
    case altitudeAccuracy = "altitude_accuracy"
    case timestamp, uuid, event, odometer
    case odometerError = "odometer_error"
    case activityType = "activity.type"
    case activityConfidence = "activity.confidence"
    case batteryLevel = "battery.level"
    case batteryIsCharging = "battery.is_charging"
    case mock
    case isMoving = "is_moving"
    case timestampMeta
    case geofenceIdentifier = "geofence.identifier"
    case geofenceAction = "geofence.action"

    /// Whether only a geofence event has it.
    var isOfGeofence: Bool { self == .geofenceIdentifier || self == .geofenceAction }

    /// Whether its value is a text, around which the author puts quotation marks.
    var isText: Bool {
        switch self {
        case .timestamp, .uuid, .event, .activityType, .geofenceIdentifier, .geofenceAction: true
        default: false
        }
    }

    /// A number, `true`, `false`, or an escaped text without quotation marks; `timestampMeta` is `null` without `meta`.
    func write(_ location: TrackedLocation, _ meta: TimestampMeta?, to bytes: inout [UInt8]) {
        if let text = text(of: location) { return JSONBytes.appendEscaped(text, to: &bytes) }
        var json = JSONBytes()
        switch self {
        case .mock: json.bool(location.fix.flags.contains(.mock))
        case .isMoving: json.bool(location.isMoving)
        case .batteryIsCharging: json.bool(location.isCharging)
        case .timestampMeta:
            if let meta { meta.write(to: &json) } else { json.null() }
        default: json.number(number(of: location))
        }
        bytes.append(contentsOf: json.bytes)
    }

    private func text(of location: TrackedLocation) -> String? {
        switch self {
        case .timestamp: location.fix.time.wireText
        case .uuid: location.uuid
        // A plain fix has no event; between the author's quotation marks that is the empty text.
        case .event: location.event?.rawValue ?? ""
        case .activityType: location.activityName
        case .geofenceIdentifier: location.geofence?.identifier ?? ""
        case .geofenceAction: location.geofence?.action.rawValue ?? ""
        default: nil
        }
    }

    private func number(of location: TrackedLocation) -> Double {
        switch self {
        case .latitude: location.fix.coordinate.latitude
        case .longitude: location.fix.coordinate.longitude
        case .speed: location.fix.speed ?? JSONBytes.unknown
        case .heading: location.fix.course ?? JSONBytes.unknown
        case .accuracy: location.fix.horizontalAccuracy ?? JSONBytes.unknown
        case .altitude: location.fix.altitude ?? JSONBytes.unknown
        case .odometer: location.odometerMeters
        case .odometerError: location.odometerErrorMeters
        case .activityConfidence: Double(location.activityConfidence)
        case .batteryLevel: location.fix.battery ?? JSONBytes.unknown
        default: JSONBytes.unknown
        }
    }
}
