internal import TrackingModel
internal import WireJSON
/// A request about a trip.
///
/// Source: Radar SDK for iOS, RadarAPIClient createTrip, updateTrip.
public enum RadarTripRequest: Hashable, Sendable {
    /// Starts a trip.
    case start(RadarTripOptions)
    /// Updates the current trip.
    case update(RadarTripOptions, RadarTripStatus?)
    /// Ends the trip.
    case end(RadarTripOptions, isCompleted: Bool)

    /// The HTTP method.
    public var method: String {
        switch self {
        case .start: "POST"
        case .update, .end: "PATCH"
        }
    }

    /// The path, with the trip's identifier percent-encoded except for letters, digits and `-._~` (RFC 3986, section
    /// 2.3).
    public var path: String {
        switch self {
        case .start: "/v1/trips"
        case .update(let trip, _), .end(let trip, _): "/v1/trips/\(Self.escaped(trip.externalID))/update"
        }
    }

    /// Writes the body as JSON in UTF-8.
    public func body(from installation: RadarInstallation) -> [UInt8] {
        var json = JSONBytes()
        json.openObject()
        if let id = installation.userID { json.member("userId", id) }
        json.member("installId", installation.installID)
        json.member("deviceId", installation.deviceID)
        switch self {
        case .start(let trip): json.members(of: trip)
        case .update(let trip, let status):
            if let status { json.member("status", status.rawValue) }
            json.members(of: trip)
        case .end(_, let isCompleted):
            json.member("status", (isCompleted ? RadarTripStatus.completed : .canceled).rawValue)
        }
        json.closeObject()
        return json.bytes
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                escaped += byte < 16 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return escaped
    }
}

/// The status of a trip, in Radar's words.
public enum RadarTripStatus: String, Hashable, Sendable, CaseIterable, Codable {
    /// On the way.
    case started
    /// Near the destination.
    case approaching
    /// At the destination.
    case arrived
    /// Ended by the server after a long time without updates.
    case expired
    /// Ended as planned.
    case completed
    /// Ended otherwise.
    case canceled
}
