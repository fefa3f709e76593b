internal import VisitModel
internal import VisitStore

/// A facility as a member sees it: the card of the Gym Visits document's "UI Reference".
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
    /// Counted visits in the month.
    let visits: Int
    /// To the fence's edge; negative inside, and null where the member's position is unknown.
    @OrNull var distanceMeters: Double?
    let monitoring: Monitoring
    /// As far as is known.
    let insideNow: Bool
    @OrNull var lastVisitAt: String?

    struct Monitoring: Encodable, Sendable {
        /// Whether at least one phone monitors the facility.
        let active: Bool
        /// The member's phones that monitor the facility.
        let devices: [String]
    }

    enum CodingKeys: String, CodingKey {
        case name, address, city, state, latitude, longitude, month, visits, monitoring
        case facilityID = "facility_id"
        case distanceMeters = "distance_m"
        case insideNow = "inside_now"
        case lastVisitAt = "last_visit_at"
    }

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
