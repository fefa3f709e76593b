public import VisitModel

/// Reads the answers to Radar's track requests.
///
/// | member of the answer | what it becomes |
/// |---|---|
/// | the status code | `status`; a body that is no object with `meta` or `user` is `errorServer`, as of a hotel's sign-in page |
/// | `user._id` | the id of later bodies |
/// | `user.geofences`, `user.place` | whether there is something to leave (`canExit`); the geofences' ids and tags |
/// | `user.trip` | whether the server knows of a trip |
/// | `nearbyGeofences` | the geofences to watch: `_id`, `geometryCenter` (longitude first), `geometryRadius` |
/// | the same | a polygon's rings in `geometry`; `stopDetection`; `dwellThreshold` in minutes |
/// | `meta.trackingOptions` | the options to track by; a `meta` without them takes earlier ones back |
/// | `meta.remoteTrackingOptions` | the options for situations: `type`, `geofenceTags`, `trackingOptions` |
/// | `events` | what the app is told |
///
/// What does not change from one answer to the next, the options and the geofences in whatever order, is read once.
/// Source: Radar SDK for iOS, RadarAPIClient, RadarUser, RadarMeta, RadarRemoteTrackingOptions.
public struct RadarAnswerReader: Sendable {
    /// The phone's operating system, which says how options are read.
    public let platform: Platform
    /// What was read before, which is not read again.
    var memory = JSONValueMemory()

    /// Makes a reader.
    ///
    /// - Parameter platform: the phone's operating system.
    public init(platform: Platform) {
        self.platform = platform
    }

    /// Reads an answer.
    ///
    /// - Parameters:
    ///   - code: the status code.
    ///   - body: the body as it came; of a failure nothing is read.
    /// - Returns: the answer.
    public mutating func read(code: Int, body: [UInt8]) -> RadarReadAnswer {
        let status = RadarStatus(httpCode: code)
        guard status == .success else { return RadarReadAnswer(answer: RadarServerAnswer(status: status)) }
        guard let root = JSONPart(body, knowing: memory)?.members, root["meta"] != nil || root["user"] != nil else {
            return RadarReadAnswer(
                answer: RadarServerAnswer(status: .errorServer),
                problems: ["the answer with status \(code) is none of a Radar server; look what stands in between"]
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
