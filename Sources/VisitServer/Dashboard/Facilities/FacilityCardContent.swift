internal import VisitModel
internal import VisitStore

/// A facility's card, as in the Gym Visits document's "UI Reference".
struct FacilityCardContent: Sendable {
    let id: String
    let name: String
    let address: String
    let place: String?
    let visits: String
    /// From the chosen member; `nil` where none is chosen, or the position is unknown.
    let distance: String?
    /// The phones that have the geofence; `nil` where none has.
    let monitoring: String?
    let inside: String?
}

extension FacilityCardContent {
    /// Without a chosen member.
    init(_ facility: Facility, _ tally: FacilityTally?, _ month: Month, watchers: Int) {
        let visits = tally?.counts[month] ?? 0
        let open = tally?.open ?? 0
        self.init(
            id: facility.id.text,
            name: facility.name.orNothing ?? facility.id.text,
            address: DashboardLink.facility(facility.id),
            place: facility.address.line.orNothing,
            visits: "\(PageNumber.text(visits, "visit", "visits")) in \(PageClock.text(month))",
            distance: nil,
            monitoring: watchers > 0 ? "on \(PageNumber.text(watchers, "phone", "phones"))" : nil,
            inside: open > 0 ? "\(PageNumber.text(open, "member", "members")) in now" : nil
        )
    }

    init(_ card: MemberFacilityCard) throws {
        let month = try Month(card.month)
        self.init(
            id: card.facilityID,
            name: card.name ?? card.facilityID,
            address: DashboardLink.facility(try FacilityID(card.facilityID)),
            place: [card.address, card.city, card.state].compactMap(\.self).joined(separator: ", ").orNothing,
            visits: "\(PageNumber.text(card.visits, "visit", "visits")) in \(PageClock.text(month))",
            distance: card.distanceMeters.map(PageNumber.distance),
            monitoring: card.monitoring.active ? "on \(card.monitoring.devices.joined(separator: ", "))" : nil,
            inside: card.insideNow ? "In now" : nil
        )
    }
}

extension PostalAddress {
    /// Street, city and state in one line.
    var line: String { [street, city, state].filter { !$0.isEmpty }.joined(separator: ", ") }
}
