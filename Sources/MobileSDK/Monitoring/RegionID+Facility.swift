internal import PhoneOS
internal import VisitModel

extension RegionID {
    /// The maximum length of a region's name: Android's limit for a request id (`Geofence.Builder.setRequestId`).
    private static let longest = 100
    /// The separator between the prefix of a shortened name and its digest.
    private static let mark = "~"

    /// The facility's id, as in the Gym Visits document; for an id too long for Android, its prefix and a digest.
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

    var mayBeShortened: Bool { text.contains(Self.mark) }
}

extension RegionRequest {
    /// Differs for another position or size.
    var shapeDigest: UInt64 {
        var digest = StableDigest()
        switch shape {
        case .circle(let center, let radiusMeters):
            for number in [center.latitude, center.longitude, radiusMeters] { digest.combine(number.bitPattern) }
        case .beacon(let uuid): digest.combine(uuid)
        }
        return digest.value
    }
}
