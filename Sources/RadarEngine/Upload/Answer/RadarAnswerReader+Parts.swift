import TrackingModel
import VisitModel

extension RadarAnswerReader {
    /// Reads the geofences near the device; invalid ones are skipped and reported as a problem.
    ///
    /// - Returns: the geofences; `nil` for a value that is not an array.
    mutating func readFences(_ list: JSONPart, into answer: inout RadarReadAnswer) -> [RadarNearbyGeofence]? {
        if case .fences(let read)? = list.known { return read }
        guard let elements = list.elements else { return nil }
        let read = elements.compactMap { element -> RadarNearbyGeofence? in
            if case .fence(let fence)? = element.known { return fence }
            guard let fence = RadarNearbyGeofence(element) else { return nil }
            memory.insert(Array(element.json), .fence(fence))
            return fence
        }
        if read.count < elements.count {
            answer.problems.append(
                "\(elements.count - read.count) of \(elements.count) geofences near the device can't be read; each needs "
                    + "`_id`, `geometryCenter` and `geometryRadius`"
            )
        }
        memory.insert(Array(list.json), .fences(read))
        return read
    }

    /// Reads the response's part about the SDK itself.
    ///
    /// - Returns: the part; `nil` where options can't be read, so that the former ones stay effective.
    mutating func readMeta(_ meta: JSONMembers, into answer: inout RadarReadAnswer) -> RadarServerMeta? {
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

    /// Reads options, from the cache if they were read before.
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
        memory.insert(Array(document.json), .options(read))
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

    /// The polygon of a geometry; `nil` for an invalid one, which is replaced by its bounding circle.
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
