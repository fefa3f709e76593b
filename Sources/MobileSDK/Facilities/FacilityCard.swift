public import VisitModel

/// A facility as an app shows it (Gym Visits, "UI Reference"): what the place is, how often the member was there this
/// month, how far it is, and whether it is watched.
public struct FacilityCard: Hashable, Sendable {
    /// The place.
    public let facility: Facility
    /// How many visits of the month are counted.
    public let visitCount: Int
    /// How far away its edge is in metres, 0 inside; `nil` where nobody knows where the member is.
    public let distanceMeters: Double?
    /// Whether it is watched: the green "Monitoring" badge.
    public let isMonitored: Bool

    /// Makes a card.
    ///
    /// - Parameters:
    ///   - facility: the place.
    ///   - visitCount: how many visits of the month are counted.
    ///   - distanceMeters: how far away its edge is.
    ///   - isMonitored: whether it is watched.
    public init(facility: Facility, visitCount: Int, distanceMeters: Double?, isMonitored: Bool) {
        self.facility = facility
        self.visitCount = visitCount
        self.distanceMeters = distanceMeters.map { max(0, $0) }
        self.isMonitored = isMonitored
    }

    /// The place's name.
    public var name: String { facility.name }

    /// The address in one line, without the parts that are not known.
    public var address: String {
        [facility.address.street, facility.address.city, facility.address.state].filter { !$0.isEmpty }
            .joined(separator: ", ")
    }
}
