public import VisitModel

/// A facility as an app shows it (Gym Visits, "UI Reference"): the place, the member's visits this month, the distance,
/// and whether it is monitored.
public struct FacilityCard: Hashable, Sendable {
    /// The place.
    public let facility: Facility
    /// The number of counted visits in the month.
    public let visitCount: Int
    /// The distance to its edge in metres, 0 inside; `nil` if the member's position is unknown.
    public let distanceMeters: Double?
    /// Whether it is monitored: the green "Monitoring" badge.
    public let isMonitored: Bool

    /// Creates a card.
    ///
    /// - Parameters:
    ///   - facility: the place.
    ///   - visitCount: the number of counted visits in the month.
    ///   - distanceMeters: the distance to its edge in metres; negative values become 0.
    ///   - isMonitored: whether it is monitored.
    public init(facility: Facility, visitCount: Int, distanceMeters: Double?, isMonitored: Bool) {
        self.facility = facility
        self.visitCount = visitCount
        self.distanceMeters = distanceMeters.map { max(0, $0) }
        self.isMonitored = isMonitored
    }

    /// The place's name.
    public var name: String { facility.name }

    /// The address in one line, without its unknown parts.
    public var address: String {
        [facility.address.street, facility.address.city, facility.address.state].filter { !$0.isEmpty }
            .joined(separator: ", ")
    }
}
