internal import VisitModel

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
