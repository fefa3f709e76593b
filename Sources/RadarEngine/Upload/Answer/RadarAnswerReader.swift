public import VisitModel

/// Reads the responses to Radar's track requests.
///
/// | member of the response | result |
/// |---|---|
/// | the status code | `status`; a body without `meta` and `user`, as from a captive portal, is `errorServer` |
/// | `user._id` | the id of later bodies |
/// | `user.geofences`, `user.place` | whether the device can exit something (`canExit`); the geofences' ids and tags |
/// | `user.trip` | whether the server has a trip |
/// | `nearbyGeofences` | the geofences to monitor: `_id`, `geometryCenter` (longitude first), `geometryRadius` |
/// | the same | a polygon's rings in `geometry`; `stopDetection`; `dwellThreshold` in minutes |
/// | `meta.trackingOptions` | the tracking options; a `meta` without them removes earlier ones |
/// | `meta.remoteTrackingOptions` | the options for situations: `type`, `geofenceTags`, `trackingOptions` |
/// | `events` | the events for the app |
///
/// Content that does not change between responses, the options and the geofences in any order, is decoded once. Source:
/// Radar SDK for iOS, RadarAPIClient, RadarUser, RadarMeta, RadarRemoteTrackingOptions.
public struct RadarAnswerReader: Sendable {
    /// The phone's operating system, which determines how options are read.
    public let platform: Platform
    /// The cache of decoded values.
    var memory = JSONValueMemory()

    /// Creates a reader with an empty cache.
    public init(platform: Platform) {
        self.platform = platform
    }

    /// Reads a response.
    ///
    /// - Parameters:
    ///   - code: the status code.
    ///   - body: the body as received; ignored for a failure.
    /// - Returns: the response; a body that can't be read gives the status `errorServer` and a problem.
    public mutating func read(code: Int, body: [UInt8]) -> RadarReadAnswer {
        let status = RadarStatus(httpCode: code)
        guard status == .success else { return RadarReadAnswer(answer: RadarServerAnswer(status: status)) }
        guard let root = JSONPart(body, knowing: memory)?.members, root["meta"] != nil || root["user"] != nil else {
            return RadarReadAnswer(
                answer: RadarServerAnswer(status: .errorServer),
                problems: ["the response with status \(code) is not from a Radar server; check for a proxy in between"]
            )
        }
        var result = RadarReadAnswer(answer: RadarServerAnswer(status: .success))
        if let user = root["user"]?.members { readUser(user, into: &result) }
        if let list = root["nearbyGeofences"] { result.answer.nearbyGeofences = readFences(list, into: &result) }
        if let meta = root["meta"]?.members { result.answer.meta = readMeta(meta, into: &result) }
        result.events = (root["events"]?.elements ?? []).compactMap(RadarServerEvent.init)
        return result
    }

    private func readUser(_ user: JSONMembers, into result: inout RadarReadAnswer) {
        result.serverUserID = user["_id"]?.string
        if let geofences = user["geofences"]?.elements {
            result.answer.geofenceIDs = Set(geofences.compactMap { $0["_id"]?.string })
            result.answer.geofenceTags = Set(geofences.compactMap { $0["tag"]?.string })
            result.answer.canExit = !geofences.isEmpty || user["place"]?.isObject == true
        } else if user["place"]?.isObject == true {
            result.answer.canExit = true
        }
        result.answer.hasTrip = user["trip"]?.isObject == true
    }
}

extension RadarServerEvent {
    fileprivate init?(_ part: JSONPart) {
        guard let id = part["_id"]?.string, let type = part["type"]?.string else { return nil }
        self.init(id: id, type: type, createdAt: part["actualCreatedAt"]?.string ?? part["createdAt"]?.string)
    }
}
