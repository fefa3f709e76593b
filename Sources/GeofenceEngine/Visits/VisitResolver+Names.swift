internal import VisitModel

extension VisitResolver {
    /// Names the visit of each group of stays; no two get one name.
    ///
    /// A visit keeps the name under which it was told. When late input lets a told visit fall apart, all parts know its
    /// name: it goes to the part with the stay that opened it, or else to the earliest, and each other part is named for
    /// its own opener.
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
