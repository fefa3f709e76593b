/// A verified place that members visit: a gym, a clinic, a coworking space.
public struct Facility: Hashable, Sendable {
    /// The facility's name in the customer's systems; also the identifier of its geofence.
    public let id: FacilityID
    /// What people call it; may be empty.
    public var name: String
    /// Where a letter would reach it.
    public var address: PostalAddress
    /// Its shape on the ground.
    public var geofence: Geofence
    /// How long a stay has to last.
    public var dwellThreshold: DwellThreshold
    /// The time zone that decides which month a visit belongs to; `nil` means the database's default.
    public var timeZone: TimeZoneName?

    /// Makes a facility.
    ///
    /// - Parameters:
    ///   - id: its name in the customer's systems.
    ///   - name: what people call it.
    ///   - address: where a letter would reach it.
    ///   - geofence: its shape on the ground.
    ///   - dwellThreshold: how long a stay has to last.
    ///   - timeZone: the zone of its months, or `nil` for the database's default.
    public init(
        id: FacilityID,
        name: String = "",
        address: PostalAddress = PostalAddress(),
        geofence: Geofence,
        dwellThreshold: DwellThreshold = .standard,
        timeZone: TimeZoneName? = nil
    ) {
        self.id = id
        self.name = name
        self.address = address
        self.geofence = geofence
        self.dwellThreshold = dwellThreshold
        self.timeZone = timeZone
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

    /// Makes an address.
    ///
    /// - Parameters:
    ///   - street: street and house number.
    ///   - city: city or town.
    ///   - state: state, region, county or province.
    ///   - postalCode: postal code.
    ///   - country: country, as given.
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
