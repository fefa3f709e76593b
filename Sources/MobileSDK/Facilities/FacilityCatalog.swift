public import VisitModel

/// The facilities, the members' lists and the counted visits, as `Facilities` and `Activities` read and change them.
///
/// The app implements it over its own storage or a service; `VisitRecording` does over a database on the phone, and
/// `InMemoryVisitRecorder` in memory. The methods throw the errors of that storage. They are called on any thread.
public protocol FacilityCatalog: Sendable {
    /// Returns all facilities by id, with those that are no longer in the network where `includesRetired` is set.
    func facilities(includingRetired includesRetired: Bool) throws -> [Facility]

    /// Returns a facility, in the network or retired; `nil` for an unknown id.
    func facility(withID id: FacilityID) throws -> Facility?

    /// Returns the facilities on a member's list; `nil` for a member without one, who has the whole network.
    func facilityList(of member: MemberID) throws -> Set<FacilityID>?

    /// Adds a facility to a member's list; returns false and changes nothing where the member has none.
    ///
    /// Throws an error for an id that is not in the network.
    func add(_ facility: FacilityID, toListOf member: MemberID) throws -> Bool

    /// Removes a facility from a member's list; one that is not on it changes nothing.
    ///
    /// Throws an error for an unknown member, and for one without a list.
    func remove(_ facility: FacilityID, fromListOf member: MemberID) throws

    /// Returns a member's counted visits of a month in order of entry, each in the facility's local month of its entry.
    ///
    /// Without a facility those of all are returned.
    func countedVisits(of member: MemberID, in month: Month, at facility: FacilityID?) throws -> [Visit]
}
