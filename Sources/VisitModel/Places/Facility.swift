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

    /// Creates a facility; `timeZone` is `nil` for the database's default.
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
