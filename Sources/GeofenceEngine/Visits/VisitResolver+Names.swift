internal import VisitModel

extension VisitResolver {
    /// A name for each group of stays: the one it was told under, else its opener's own; no two alike.
    ///
    /// Late input can part stays that were one visit. Both know its name then: it stays with the stay that gave it, else
    /// with the first.
    func names(of groups: [[DeviceStay]]) -> [VisitID] {
        let owners = owners(of: groups)
        var taken = Set(owners.keys)
        return groups.enumerated().map { index, group in
            if let known = group.lazy.compactMap(\.knownVisit).first(where: { owners[$0] == index }) { return known }
            var name = group.map(\.ownVisit).first { !taken.contains($0) } ?? group[0].ownVisit
            while taken.contains(name), let other = Self.successor(of: name) { name = other }
            taken.insert(name)
            return name
        }
    }

    /// The group that each name stays with.
    private func owners(of groups: [[DeviceStay]]) -> [VisitID: Int] {
        var owners: [VisitID: Int] = [:]
        for (index, group) in groups.enumerated() {
            for stay in group where stay.knownVisit == stay.ownVisit { owners[stay.ownVisit] = index }
        }
        for (index, group) in groups.enumerated() {
            for case let known? in group.map(\.knownVisit) where owners[known] == nil { owners[known] = index }
        }
        return owners
    }

    /// A name that follows from another one and from nothing else.
    private static func successor(of name: VisitID) -> VisitID? {
        var digest = StableDigest()
        digest.combine(name.text)
        return try? VisitID("v" + StableDigest.text(of: digest.value))
    }
}
