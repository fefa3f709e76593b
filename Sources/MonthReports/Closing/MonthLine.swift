package import VisitModel

/// A line of a month's file: a visit that counts, or an adjustment of a month that was closed before.
package struct MonthLine: Hashable, Sendable {
    package enum Change: Int, Hashable, Sendable {
        case added = 1
        /// The visit was a line of an earlier file and no longer counts, or differs.
        case removed = -1
    }

    package let change: Change
    package let visit: ReportedVisit

    package init(_ change: Change, _ visit: ReportedVisit) {
        self.change = change
        self.visit = visit
    }

    /// The adjustments of a visit of a closed month.
    ///
    /// `reported` is the visit as the files so far have it, `current` as it counts now in a closed month; `nil` in each
    /// where it does not count. A visit that differs is removed and added, so that the sums of all files are right.
    package static func adjustments(reported: ReportedVisit?, current: ReportedVisit?) -> [MonthLine] {
        if let reported, let current, reported.isSame(as: current) { return [] }
        return [reported.map { MonthLine(.removed, $0) }, current.map { MonthLine(.added, $0) }].compactMap(\.self)
    }
}

/// A counted visit with what a month's file says of it.
package struct ReportedVisit: Hashable, Sendable {
    /// `nil` once the member was erased: what remains of the line names no person.
    package let visit: VisitID?
    package let member: MemberID?
    package let memberName: MemberName?
    package let facility: FacilityID
    /// Empty where the facility has none.
    package let facilityName: String
    /// The member's at the visit's entry; `nil` where it has none.
    package let group: GroupID?
    /// Of the facility's local time at the entry.
    package let month: Month
    package let localDate: CivilDate
    /// `nil` like `visit`.
    package let enteredAt: Timestamp?
    /// The same, and for a visit that is open.
    package let exitedAt: Timestamp?
    /// Whole minutes from the entry to the exit.
    package let minutes: Int
    /// Of the facility at the entry.
    package let timeZone: TimeZoneName
    package let evidence: Visit.Evidence
    /// `nil` where the visit has none, and once the member was erased.
    package let confidence: Double?
    /// What a person had decided; `nil` for nothing, and once the member was erased.
    package let decision: VisitReview.Decision?

    package init(
        visit: VisitID?,
        member: MemberID?,
        memberName: MemberName?,
        facility: FacilityID,
        facilityName: String,
        group: GroupID?,
        month: Month,
        localDate: CivilDate,
        enteredAt: Timestamp?,
        exitedAt: Timestamp?,
        minutes: Int,
        timeZone: TimeZoneName,
        evidence: Visit.Evidence,
        confidence: Double?,
        decision: VisitReview.Decision?
    ) {
        self.timeZone = timeZone
        self.evidence = evidence
        self.confidence = confidence
        self.decision = decision
        self.visit = visit
        self.member = member
        self.memberName = memberName
        self.facility = facility
        self.facilityName = facilityName
        self.group = group
        self.month = month
        self.localDate = localDate
        self.enteredAt = enteredAt
        self.exitedAt = exitedAt
        self.minutes = minutes
    }

    /// Whether a file would count the same; names, seconds and what was known of the visit don't matter.
    func isSame(as other: ReportedVisit) -> Bool {
        member == other.member && facility == other.facility && group == other.group && month == other.month
            && localDate == other.localDate && minutes == other.minutes
    }
}

/// What a month's file says of a member's payout, or of its adjustment for a month that was closed before.
package struct PayoutLine: Hashable, Sendable {
    /// `nil` once the member was erased.
    package let member: MemberID?
    package let memberName: MemberName?
    /// The one of the month's last visit.
    package let group: GroupID?
    /// Whose visits it is for.
    package let month: Month
    /// Negative where less is due than an earlier file says.
    package let amount: Money

    package init(member: MemberID?, memberName: MemberName?, group: GroupID?, month: Month, amount: Money) {
        self.member = member
        self.memberName = memberName
        self.group = group
        self.month = month
        self.amount = amount
    }

    /// The adjustments of a member's payout for a closed month, by group.
    ///
    /// `reported` is the sum of the files so far, `current` what the visits are worth now.
    package static func adjustments(reported: [PayoutLine], current: PayoutLine?) -> [PayoutLine] {
        var rest: [GroupID?: Int] = [:]
        for line in reported { rest[line.group, default: 0] -= line.amount.cents }
        if let current { rest[current.group, default: 0] += current.amount.cents }
        guard let sample = current ?? reported.last else { return [] }
        return rest.filter { $0.value != 0 }.sorted { ($0.value, $0.key?.text ?? "") < ($1.value, $1.key?.text ?? "") }
            .map {
                PayoutLine(
                    member: sample.member,
                    memberName: sample.memberName,
                    group: $0.key,
                    month: sample.month,
                    amount: Money(cents: $0.value, sample.amount.currency)
                )
            }
    }
}
