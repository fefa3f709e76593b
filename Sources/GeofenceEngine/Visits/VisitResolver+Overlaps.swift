internal import VisitModel

extension VisitResolver {
    /// Lets the deeper of two overlapping visits count.
    func judgeOverlaps(_ visits: inout [Visit]) {
        guard visits.count > 1 else { return }
        let byDepth = visits.indices.sorted {
            // Not by name: names depend on the order in which input came.
            (visits[$1].depthMeters, visits[$0].enteredAt, visits[$0].facility)
                < (visits[$0].depthMeters, visits[$1].enteredAt, visits[$1].facility)
        }
        var deeper: [Int] = []
        for index in byDepth where visits[index].verdict == .counted {
            for other in deeper where Self.overlap(visits[index], visits[other]) {
                visits[index].doubts.insert(.overlapping)
                visits[other].doubts.insert(.overlapping)
                if visits[index].device != visits[other].device {
                    visits[index].doubts.insert(.twoPlacesAtOnce)
                    visits[other].doubts.insert(.twoPlacesAtOnce)
                }
                if !policy.visits.countsOverlapping { visits[index].verdict = .ambiguous }
            }
            if visits[index].verdict == .counted { deeper.append(index) }
        }
    }

    /// Lets the first visit of a day count, where the policy asks for it.
    func judgeDays(_ visits: inout [Visit]) {
        guard policy.visits.countsOncePerDay else { return }
        var seen: Set<FacilityDay> = []
        for index in visits.indices where visits[index].verdict == .counted {
            let day = FacilityDay(facility: visits[index].facility, date: visits[index].localDate)
            if !seen.insert(day).inserted { visits[index].verdict = .sameDay }
        }
    }

    private struct FacilityDay: Hashable {
        let facility: FacilityID
        let date: CivilDate
    }

    /// Whether two visits share more than half of the shorter one's time.
    private static func overlap(_ first: Visit, _ second: Visit) -> Bool {
        guard first.facility != second.facility else { return false }
        let (firstEnd, secondEnd) = (first.exitedAt ?? first.lastProofAt, second.exitedAt ?? second.lastProofAt)
        let shared = max(first.enteredAt, second.enteredAt).seconds(to: min(firstEnd, secondEnd))
        let shorter = min(first.enteredAt.seconds(to: firstEnd), second.enteredAt.seconds(to: secondEnd))
        return shared > shorter / 2
    }
}
