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

    /// The bytes are one well-formed JSON value.
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

/// The encoding of a facility in an OwnTracks waypoint, so that it can be decoded from a transition.
enum OwnTracksWaypoint {
    /// Returns the waypoint's name: `<name> [<facility>]`.
    ///
    /// iOS splits the name at colons and interprets what follows as a beacon (OwnTracks for iOS, `Settings.m`,
    /// `setWaypoints`), so the name contains none: in the facility's identifier colons, brackets and percent signs are
    /// percent-encoded.
    static func text(facility: FacilityID, name: String) -> String {
        let shown = name.replacing(":", with: " -")
        return (shown.isEmpty ? "" : shown + " ") + "[" + encoded(facility.text) + "]"
    }

    /// Decodes the facility's identifier from a waypoint's name; `nil` where the name does not end with one.
    static func facility(in text: String) -> String? {
        guard text.hasSuffix("]"), let start = text.lastIndex(of: "[") else { return nil }
        let inside = text[text.index(after: start)...].dropLast()
        guard !inside.isEmpty else { return nil }
        return String(decoding: FormFields.decoded(Array(inside.utf8)[...], plusIsSpace: false), as: UTF8.self)
    }

    /// Returns the waypoint's time, which identifies it on Android: seconds since 1970, constant for a facility.
    ///
    /// Below 2^31, which every version reads. Two of a phone's hundred facilities collide with a probability of two in
    /// a million.
    static func time(of facility: FacilityID) -> Int {
        var digest = StableDigest()
        digest.combine(facility.text)
        return Int(digest.value % 0x7FFF_FFFF) + 1
    }

    private static func encoded(_ text: String) -> String {
        var result: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x3A: result.append(contentsOf: "%3A".utf8)
            case 0x25: result.append(contentsOf: "%25".utf8)
            case 0x5B: result.append(contentsOf: "%5B".utf8)
            case 0x5D: result.append(contentsOf: "%5D".utf8)
            default: result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
