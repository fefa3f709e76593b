internal import VisitModel

/// The properties of an OwnTracks object apart from its fix (OwnTracks booklet, "JSON").
struct OwnTracksObject {
    var type: String?
    /// The cause of a location: `c` for a region, among others.
    var trigger: String?
    var topic: String?
    /// Two letters for a map; not unique.
    var trackerID: String?
    /// `enter` or `leave`.
    var event: String?
    var regionID: String?
    var text: String?
    /// Whether it contains a key that Android phones always write.
    var isOfAndroid = false

    /// Parses an object.
    ///
    /// - Parameter bytes: one JSON value, well formed.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        var cursor = JSONCursor(bytes)
        cursor.forEachKey { key, value in
            if key.equals(lowercase: "_type") {
                type = value.text
            } else if key.equals(lowercase: "t") {
                trigger = value.text
            } else if key.equals(lowercase: "topic") {
                topic = value.text
            } else if key.equals(lowercase: "tid") {
                trackerID = value.text
            } else if key.equals(lowercase: "event") {
                event = value.text
            } else if key.equals(lowercase: "rid") {
                regionID = value.name
            } else if key.equals(lowercase: "desc") {
                text = value.text
            } else if key.equals(lowercase: "_id") || key.equals(lowercase: "created_at") {
                isOfAndroid = true
            }
        }
    }

    /// The OS transition report of a region; `nil` for anything but a transition of a named one.
    ///
    /// The region's identifier is used. Android sends none: there the name of the waypoint is used, which contains the
    /// facility's identifier if the service created the waypoint.
    var claim: PhoneTransition? {
        guard type == "transition", let action = event.flatMap(FenceAction.init(reported:)) else { return nil }
        let name = regionID ?? text.map { OwnTracksWaypoint.facility(in: $0) ?? $0 }
        guard let name, !name.isEmpty, name.utf8.count <= 400 else { return nil }
        return PhoneTransition(fence: name, action: action)
    }

    /// The user and the phone in the topic `owntracks/<user>/<device>`, with or without the suffix of an object type.
    var topicNames: (user: String, device: String)? {
        guard var parts = topic?.split(separator: "/", omittingEmptySubsequences: true), parts.count >= 3 else {
            return nil
        }
        if parts.count > 3, let last = parts.last, Self.topicSuffixes.contains(String(last)) { parts.removeLast() }
        return (String(parts[parts.count - 2]), String(parts[parts.count - 1]))
    }

    private static let topicSuffixes: Set<String> = [
        "event", "waypoint", "waypoints", "info", "cmd", "status", "step", "beacon", "dump",
    ]
}
