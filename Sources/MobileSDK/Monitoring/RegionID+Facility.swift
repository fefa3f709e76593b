internal import PhoneOS
internal import VisitModel

extension RegionID {
    /// How many characters a region's name has at most: Android's limit for a request id (`Geofence.Builder.setRequestId`).
    private static let longest = 100
    /// What stands between the beginning of a name and its digest.
    private static let mark = "~"

    /// The name of a facility's region: the facility's own, as the Gym Visits document has it; of one that is too long for
    /// Android its beginning and a digest.
    init(facility: FacilityID) throws(ValidationError) {
        guard facility.text.utf16.count > Self.longest else {
            try self.init(facility.text)
            return
        }
        var digest = StableDigest()
        digest.combine(facility.text)
        let ending = Self.mark + StableDigest.text(of: digest.value)
        var beginning = ""
        for character in facility.text {
            guard (beginning + String(character) + ending).utf16.count <= Self.longest else { break }
            beginning.append(character)
        }
        try self.init(beginning + ending)
    }

    /// Whether this may be the name of a facility whose own is too long.
    var isShortened: Bool { text.contains(Self.mark) }
}

extension RegionRequest {
    /// What is watched, as a number: another for another place or size.
    var shapeDigest: UInt64 {
        var digest = StableDigest()
        switch shape {
        case .circle(let center, let radiusMeters):
            for number in [center.latitude, center.longitude, radiusMeters] { digest.combine(number.bitPattern) }
        case .beacon(let uuid):
            digest.combine(uuid)
        }
        return digest.value
    }
}
