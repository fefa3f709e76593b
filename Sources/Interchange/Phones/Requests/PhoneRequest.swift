package import VisitModel

/// An HTTP request of a phone's app, reduced to the parts that matter for parsing.
package struct PhoneRequest: Hashable, Sendable {
    /// The endpoint of an app.
    package enum Kind: Hashable, Sendable {
        /// One fix (Radar's `/v1/track`).
        case track
        /// Fixes that could not be sent before (Radar's `/v1/track/replay`).
        case replay
    }

    /// The endpoint; `nil` to detect it from the body.
    package var path: Kind?
    /// The query after the `?`, still percent-encoded; empty where there is none.
    package var query: String
    package var contentType: String?
    /// The HTTP client, as it names itself (`User-Agent`).
    package var userAgent: String?
    /// The user that the phone claims: the header `X-Limit-U`, or the user of basic authorization.
    package var userName: String?
    /// The phone of that user that it claims to be: the header `X-Limit-D`.
    package var deviceName: String?
    /// The body, already decompressed.
    package var body: [UInt8]

    package init(
        path: Kind? = nil,
        query: String = "",
        contentType: String? = nil,
        userAgent: String? = nil,
        userName: String? = nil,
        deviceName: String? = nil,
        body: [UInt8] = []
    ) {
        self.path = path
        self.query = query
        self.contentType = contentType
        self.userAgent = userAgent
        self.userName = userName
        self.deviceName = deviceName
        self.body = body
    }
}

extension PhoneRequest {
    /// Creates the request that a phone would send with only one record of another request (`RefusedRecord.bytes`).
    ///
    /// The first byte distinguishes the formats: only JSON begins with a brace or a bracket, not a query or a form.
    package init(record: [UInt8], of app: PhoneApp) {
        let first = record.first { $0 > 0x20 }
        let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        switch app {
        case .traccar where !isJSON, .gpsLogger where !isJSON:
            self.init(query: String(decoding: record, as: UTF8.self))
        case .overland where isJSON && !Self.isOwnTracksObject(record):
            let body = Array("{\"locations\":[".utf8) + record + Array("]}".utf8)
            self.init(contentType: "application/json", body: body)
        default: self.init(contentType: "application/json", body: record)
        }
    }
}

extension PhoneRequest {
    /// Whether a body is an object of OwnTracks, which Overland can be set to send instead of its own.
    static func isOwnTracksObject(_ body: [UInt8]) -> Bool {
        body.withUnsafeBufferPointer { bytes in
            var cursor = JSONCursor(bytes)
            guard cursor.kind == .object, bytes.count < 1 << 14 else { return false }
            cursor.enter()
            while let key = cursor.nextKey() {
                if DelimitedField(bytes: key).equals(lowercase: "_type") { return true }
                if DelimitedField(bytes: key).equals(lowercase: "locations") { return false }
                cursor.skipValue()
            }
            return false
        }
    }
}

/// The apps and SDKs with a supported format.
package enum PhoneApp: String, Hashable, Sendable, CaseIterable {
    /// Footfall's own format: flat JSON objects, one, many or one a line.
    case footfall
    /// The Transistor Background Geolocation SDK.
    case transistor
    /// OwnTracks in its HTTP mode.
    case ownTracks = "owntracks"
    /// Traccar Client, and every other app with the OsmAnd protocol.
    case traccar
    /// Overland for iOS.
    case overland
    /// GPSLogger for Android with a custom URL.
    case gpsLogger = "gpslogger"
    /// The Radar SDKs, `POST /v1/track` and `POST /v1/track/replay`.
    case radar
}

/// The sender of a request, as bound to its access token.
///
/// A bound identity overrides the one in a record, so that no client can write records for another.
package struct PhoneSender: Hashable, Sendable {
    /// The member of the records; `nil` where the records have to name it.
    package var member: MemberID?
    /// The phone of the records; set only where the token is bound to one phone.
    package var device: DeviceID?
    package var platform: Platform?

    package init(member: MemberID? = nil, device: DeviceID? = nil, platform: Platform? = nil) {
        self.member = member
        self.device = device
        self.platform = platform
    }
}
