internal import MobileSDK
package import VisitModel
package import VisitStore

extension VisitStore: FacilityCatalog {
    package func facilities(includingRetired includesRetired: Bool) throws -> [Facility] {
        try facilities.all().filter { includesRetired || $0.retiredAt == nil }.map(\.facility)
    }

    package func facility(withID id: FacilityID) throws -> Facility? { try facilities.find(id)?.facility }

    package func facilityList(of member: MemberID) throws -> Set<FacilityID>? {
        try members.find(member)?.member.facilities
    }

    package func add(_ facility: FacilityID, toListOf member: MemberID) throws -> Bool {
        try members.addFacility(facility, toListOf: member) != nil
    }

    package func remove(_ facility: FacilityID, fromListOf member: MemberID) throws {
        _ = try members.removeFacility(facility, from: member)
    }

    package func countedVisits(of member: MemberID, in month: Month, at facility: FacilityID?) throws -> [Visit] {
        try visits.all(matching: VisitFilter(month: month, member: member, facility: facility)).filter {
            $0.verdict == .counted
        }
    }
}
