internal import VisitModel
internal import VisitStore

extension VisitStore {
    /// The visits found for a member, ordered by entry, with the time of each one's first event.
    func foundVisits(of member: MemberID) throws -> [FoundVisit] {
        let told = try events().reduce(into: [VisitID: Timestamp]()) { told, event in
            guard let visit = event.kind.visit else { return }
            told[visit] = min(event.observedAt, told[visit] ?? event.observedAt)
        }
        return try visits(VisitFilter(member: member)).map { visit in
            FoundVisit(
                facility: visit.facility,
                enteredAt: visit.enteredAt,
                exitedAt: visit.exitedAt,
                isCounted: visit.isCounted,
                note: visit.isCounted ? visit.evidence.rawValue : visit.verdict.rawValue,
                toldAt: told[visit.id] ?? visit.enteredAt
            )
        }
    }
}
