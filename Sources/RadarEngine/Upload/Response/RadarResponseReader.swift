internal import TrackingModel
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
public struct RadarResponseReader: Sendable {
    /// The phone's operating system, which determines how options are read.
    public let platform: Platform
    var cache = JSONValueCache()

    /// Creates a reader with an empty cache.
    public init(platform: Platform) { self.platform = platform }

    /// Reads a response; a body that can't be read gives the status `errorServer` and a problem.
    ///
    /// The body of a failure is ignored.
    public mutating func read(code: Int, body: [UInt8]) -> RadarParsedResponse {
        let status = RadarStatus(httpCode: code)
        guard status == .success else { return RadarParsedResponse(answer: RadarServerResponse(status: status)) }
        guard let root = JSONPart(body, knowing: cache)?.members, root["meta"] != nil || root["user"] != nil else {
            return RadarParsedResponse(
                answer: RadarServerResponse(status: .errorServer),
                problems: ["the response with status \(code) is not from a Radar server; check for a proxy in between"]
            )
        }
        var result = RadarParsedResponse(answer: RadarServerResponse(status: .success))
        if let user = root["user"]?.members { readUser(user, into: &result) }
        if let list = root["nearbyGeofences"] { result.answer.nearbyGeofences = readFences(list, into: &result) }
        if let meta = root["meta"]?.members { result.answer.meta = readMeta(meta, into: &result) }
        result.events = (root["events"]?.elements ?? []).compactMap(RadarServerEvent.init)
        return result
    }

    private func readUser(_ user: JSONMembers, into result: inout RadarParsedResponse) {
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

extension RadarResponseReader {
    /// Invalid geofences are skipped and reported as a problem; `nil` for a value that is not an array.
    mutating func readFences(_ list: JSONPart, into answer: inout RadarParsedResponse) -> [RadarNearbyGeofence]? {
        if case .fences(let read)? = list.known { return read }
        guard let elements = list.elements else { return nil }
        let read = elements.compactMap { element -> RadarNearbyGeofence? in
            if case .fence(let fence)? = element.known { return fence }
            guard let fence = RadarNearbyGeofence(element) else { return nil }
            cache.insert(Array(element.json), .fence(fence))
            return fence
        }
        if read.count < elements.count {
            answer.problems.append(
                "\(elements.count - read.count) of \(elements.count) geofences near the device can't be read; each needs "
                    + "`_id`, `geometryCenter` and `geometryRadius`"
            )
        }
        cache.insert(Array(list.json), .fences(read))
        return read
    }

    /// `nil` where options can't be read, so that the former ones stay effective.
    mutating func readMeta(_ meta: JSONMembers, into answer: inout RadarParsedResponse) -> RadarServerMeta? {
        var result = RadarServerMeta()
        do throws(TrackingEngineError) {
            if let document = meta["trackingOptions"], document.isObject {
                result.trackingOptions = try readOptions(document, &answer.warnings)
            }
            for element in meta["remoteTrackingOptions"]?.elements ?? [] {
                guard let situation = element["type"]?.string.flatMap(RadarRemoteOptions.Situation.init(rawValue:)),
                    let document = element["trackingOptions"], document.isObject
                else { continue }
                let tags = (element["geofenceTags"]?.elements ?? []).compactMap(\.string)
                result.remoteOptions.append(
                    RadarRemoteOptions(situation, try readOptions(document, &answer.warnings), geofenceTags: Set(tags))
                )
            }
        } catch {
            answer.problems.append(
                "the tracking options of the server can't be used, and the previous ones stay in effect: \(error)"
            )
            return nil
        }
        return result
    }

    /// From the cache if the options were read before.
    private mutating func readOptions(
        _ document: JSONPart,
        _ warnings: inout [ConfigurationWarning]
    ) throws(TrackingEngineError) -> RadarTrackingOptions {
        if case .options(let read)? = document.known { return try read.get() }
        let json = String(decoding: document.json, as: UTF8.self)
        let read: Result<RadarTrackingOptions, TrackingEngineError>
        do throws(TrackingEngineError) {
            read = .success(try RadarTrackingOptions(json: json, platform: platform, warnings: &warnings))
        } catch {
            read = .failure(error)
        }
        cache.insert(Array(document.json), .options(read))
        return try read.get()
    }
}

extension RadarNearbyGeofence {
    fileprivate init?(_ element: JSONPart) {
        guard let part = element.members, let id = part["_id"]?.string, !id.isEmpty,
            let position = part["geometryCenter"]?["coordinates"]?.elements, position.count >= 2,
            let longitude = position[0].number, let latitude = position[1].number,
            let meters = part["geometryRadius"]?.number,
            let center = try? Coordinate(latitude: latitude, longitude: longitude),
            let radius = try? Radius(meters: meters)
        else { return nil }
        self.init(
            id: id,
            center: center,
            radius: radius,
            polygon: part["geometry"].flatMap(Self.polygon),
            needsStop: part["stopDetection"]?.truth,
            dwellMinutes: part["dwellThreshold"]?.number
        )
    }

    /// `nil` for an invalid geometry, which is replaced by its bounding circle.
    private static func polygon(_ geometry: JSONPart) -> Polygon? {
        guard let rings = geometry["coordinates"]?.elements?.compactMap(ring), let exterior = rings.first else {
            return nil
        }
        return try? Polygon(exterior: exterior, holes: Array(rings.dropFirst()))
    }

    private static func ring(_ ring: JSONPart) -> [Coordinate]? {
        guard let positions = ring.elements else { return nil }
        let corners = positions.compactMap { position -> Coordinate? in
            guard let numbers = position.elements, numbers.count >= 2, let longitude = numbers[0].number,
                let latitude = numbers[1].number
            else { return nil }
            return try? Coordinate(latitude: latitude, longitude: longitude)
        }
        return corners.count == positions.count ? corners : nil
    }
}
