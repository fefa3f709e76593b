internal import VisitModel
internal import VisitStore

/// The JSON of a facility as a member sees it: the card of the Gym Visits document's "UI Reference".
struct MemberFacilityCard: Encodable, Sendable {
    let facilityID: String
    @OrNull var name: String?
    @OrNull var address: String?
    @OrNull var city: String?
    @OrNull var state: String?
    let latitude: Double
    let longitude: Double
    /// The local month of `visits`.
    let month: String
    /// The number of counted visits in the month.
    let visits: Int
    /// The distance to the fence's edge, negative inside; null where the member's position is unknown.
    @OrNull var distanceMeters: Double?
    let monitoring: Monitoring
    /// Whether the member is inside, as far as is known.
    let insideNow: Bool
    @OrNull var lastVisitAt: String?

    /// Whether phones monitor the facility.
    struct Monitoring: Encodable, Sendable {
        /// Whether at least one phone does.
        let active: Bool
        /// The member's phones that do.
        let devices: [String]
    }

    enum CodingKeys: String, CodingKey {
        case name, address, city, state, latitude, longitude, month, visits, monitoring
        case facilityID = "facility_id"
        case distanceMeters = "distance_m"
        case insideNow = "inside_now"
        case lastVisitAt = "last_visit_at"
    }

    /// Makes a card.
    ///
    /// - Parameters:
    ///   - facility: the facility.
    ///   - distanceMeters: the distance to its edge; `nil` where it is unknown.
    ///   - record: the member's visits there.
    ///   - month: the month of the counted visits.
    ///   - devices: the phones that monitor it.
    init(
        _ facility: Facility,
        distanceMeters: Double?,
        _ record: MemberPlaceRecord?,
        _ month: Month,
        watchedBy devices: [DeviceID]
    ) {
        let center = facility.geofence.center
        facilityID = facility.id.text
        (latitude, longitude) = (center.latitude, center.longitude)
        self.month = month.description
        visits = record?.counts[month] ?? 0
        monitoring = Monitoring(active: !devices.isEmpty, devices: devices.map(\.text))
        insideNow = record?.isInside ?? false
        name = facility.name.orNothing
        address = facility.address.street.orNothing
        city = facility.address.city.orNothing
        state = facility.address.state.orNothing
        self.distanceMeters = distanceMeters?.inTenths
        lastVisitAt = record?.lastVisitAt?.iso8601
    }
}
