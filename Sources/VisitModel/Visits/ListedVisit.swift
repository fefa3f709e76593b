/// A visit with what a list for people shows of it.
package struct ListedVisit: Sendable {
    package let visit: Visit
    /// `nil` where the member has none.
    package let memberName: MemberName?
    /// The member's at the visit's entry; `nil` where it has none.
    package let group: GroupID?
    /// Empty where the facility has none.
    package let facilityName: String
    /// Of the facility.
    package let timeZone: TimeZoneName
    package let review: VisitReview?

    package init(
        _ visit: Visit,
        memberName: MemberName?,
        group: GroupID?,
        facilityName: String,
        timeZone: TimeZoneName,
        review: VisitReview?
    ) {
        self.visit = visit
        self.memberName = memberName
        self.group = group
        self.facilityName = facilityName
        self.timeZone = timeZone
        self.review = review
    }

    /// Whole minutes from the entry to the exit, or to the last proof of an open visit.
    package var minutes: Int { Int(max(0, visit.enteredAt.seconds(to: visit.end)) / 60) }
}
