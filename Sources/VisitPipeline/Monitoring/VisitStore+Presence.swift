package import GeofenceEngine
package import VisitModel
package import VisitStore

extension VisitRepository {
    /// An open visit of this age in seconds no longer proves presence: it has lost contact, and the next evaluation ends
    /// it.
    private static let longestOpenSeconds = 48.0 * 3_600

    /// Returns the place at which a member is now; `nil` where it is none, or not known.
    package func presence(of member: MemberID, at now: Timestamp) throws -> Presence? {
        Presence(among: try openVisits(of: member, at: now))
    }

    /// Returns the members that are at a place now.
    package func presences(at now: Timestamp) throws -> [MemberID: Presence] {
        Presence.byMember(try openVisits(at: now))
    }

    private func openVisits(of member: MemberID? = nil, at now: Timestamp) throws -> [Visit] {
        var filter = VisitFilter(member: member, since: now.advanced(bySeconds: -Self.longestOpenSeconds))
        filter.statuses = [.open]
        return try all(matching: filter)
    }
}

extension VisitStore {
    /// Returns the place at which a phone is now: that of its member, where the phone is part of that visit.
    package func presence(of device: Device, at now: Timestamp) throws -> Presence? {
        guard let presence = try visits.presence(of: device.member, at: now),
            try deviceStates.openVisits(of: device.id)[device.id]?.contains(presence.visit) == true
        else { return nil }
        return presence
    }

    /// Returns the phones that are at a place now, as `presence(of:at:)` does for one.
    package func devicePresences(at now: Timestamp) throws -> [DeviceID: Presence] {
        let byVisit = Dictionary(
            try visits.presences(at: now).values.map { ($0.visit, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        return try deviceStates.openVisits().compactMapValues { visits in visits.lazy.compactMap { byVisit[$0] }.first }
    }
}

extension JSONObject {
    /// The place at which a member or a phone is now.
    package init(_ presence: Presence) {
        self.init()
        self["facility"] = presence.facility.text
        self["visit_id"] = presence.visit.text
        self["since"] = presence.since.iso8601
        self["confidence"] = presence.confidence
    }
}
