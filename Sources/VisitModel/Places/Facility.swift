/// A verified place that members visit: a gym, a clinic, a coworking space.
public struct Facility: Hashable, Sendable {
    /// The facility's identifier in the customer's systems, also that of its geofence.
    public let id: FacilityID
    /// The display name; may be empty.
    public var name: String
    /// The postal address.
    public var address: PostalAddress
    /// The shape on the ground.
    public var geofence: Geofence
    /// The minimum duration of a visit.
    public var dwellThreshold: DwellThreshold
    /// The time zone of local days and months; `nil` for the database's default.
    public var timeZone: TimeZoneName?
    /// How long people stay there.
    public var stays: Stays
    /// The facility that this one is inside of, as a clinic in a mall; `nil` where it is a part of none.
    public var partOf: FacilityID?

    /// Creates a facility.
    public init(
        id: FacilityID,
        name: String = "",
        address: PostalAddress = PostalAddress(),
        geofence: Geofence,
        dwellThreshold: DwellThreshold = .standard,
        timeZone: TimeZoneName? = nil,
        stays: Stays = .short,
        partOf: FacilityID? = nil
    ) {
        self.id = id
        self.name = name
        self.address = address
        self.geofence = geofence
        self.dwellThreshold = dwellThreshold
        self.timeZone = timeZone
        self.stays = stays
        self.partOf = partOf
    }
}

extension Facility {
    /// How long people stay at a facility.
    ///
    /// The confidence of a visit has a term for nights, because who is somewhere at night usually lives there. A place
    /// for long stays has no such term.
    public enum Stays: String, Hashable, Sendable, CaseIterable {
        /// Minutes or a few hours: a gym, a shop, a practice.
        case short
        /// Hours or the night: work, a coworking space, a clinic, a hotel.
        case long
    }
}

/// The parts of a postal address, each as given and possibly empty.
public struct PostalAddress: Hashable, Sendable {
    /// Street and house number, further lines joined by `, `.
    public var street: String
    /// City or town.
    public var city: String
    /// State, region, county or province.
    public var state: String
    /// Postal code.
    public var postalCode: String
    /// Country, as given.
    public var country: String

    /// Creates an address.
    public init(
        street: String = "",
        city: String = "",
        state: String = "",
        postalCode: String = "",
        country: String = ""
    ) {
        self.street = street
        self.city = city
        self.state = state
        self.postalCode = postalCode
        self.country = country
    }
}

/// The minimum duration of a stay at a facility that can count as a visit.
public struct DwellThreshold: Hashable, Sendable {
    /// The allowed thresholds in seconds: zero to one day.
    public static let allowedSeconds = 0...86_400

    /// The threshold in whole seconds.
    public let seconds: Int

    /// Creates a validated threshold; throws code `dwell` outside `allowedSeconds`.
    public init(seconds: Int) throws(ValidationError) {
        guard Self.allowedSeconds.contains(seconds) else {
            throw ValidationError(
                .dwell,
                "dwell threshold \(seconds) s is out of range, expected 0 to \(Self.allowedSeconds.upperBound)"
            )
        }
        self.seconds = seconds
    }

    private init(uncheckedSeconds: Int) { self.seconds = uncheckedSeconds }

    /// The default threshold of a facility: 10 minutes.
    public static let standard = DwellThreshold(uncheckedSeconds: 600)
}
