internal import VisitModel

/// How a facility is written into an OwnTracks waypoint so that it can be read back out of a transition.
enum OwnTracksWaypoint {
    /// The waypoint's name: `<name> [<facility>]`.
    ///
    /// iOS splits the name at colons and takes what follows for a beacon (OwnTracks for iOS, `Settings.m`,
    /// `setWaypoints`), so there is none in it: in the facility's identifier colons, brackets and percent signs are
    /// percent-encoded.
    static func text(facility: FacilityID, name: String) -> String {
        let shown = name.replacing(":", with: " -")
        return (shown.isEmpty ? "" : shown + " ") + "[" + encoded(facility.text) + "]"
    }

    /// The facility's identifier in a waypoint's name; `nil` where none stands at its end.
    static func facility(in text: String) -> String? {
        guard text.hasSuffix("]"), let start = text.lastIndex(of: "[") else { return nil }
        let inside = text[text.index(after: start)...].dropLast()
        guard !inside.isEmpty else { return nil }
        return String(decoding: FormFields.decoded(Array(inside.utf8)[...], plusIsSpace: false), as: UTF8.self)
    }

    /// What names the waypoint on Android, where its time does: seconds since 1970, always the same for a facility.
    ///
    /// Under 2^31, which every version reads; two of a phone's hundred facilities have the same with a chance of two in a
    /// million.
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
