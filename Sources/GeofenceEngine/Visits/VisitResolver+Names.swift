internal import VisitModel

extension VisitResolver {
    /// Chooses a distinct visit ID for each group of stays.
    ///
    /// A visit keeps the ID under which it was reported. When late input splits a reported visit, all parts know its
    /// ID: it goes to the part with the stay that opened it, or else to the earliest. Each other part is named after
    /// its own first stay.
    func names(of groups: [[DeviceStay]]) -> [VisitID] {
        var openers: [VisitID: Int] = [:]
        for (index, group) in groups.enumerated() {
            for stay in group { openers[stay.ownVisit] = index }
        }
        var taken: Set<VisitID> = []
        return groups.enumerated().map { index, group in
            let known = group.lazy.compactMap(\.knownVisit).first {
                openers[$0, default: index] == index && !taken.contains($0)
            }
            let name = known ?? group[0].ownVisit
            taken.insert(name)
            return name
        }
    }
}
