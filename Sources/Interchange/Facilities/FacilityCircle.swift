package import VisitModel

/// A facility that is, perhaps by way of others, a part of itself.
package struct FacilityCircle: Hashable, Sendable {
    /// The code of its diagnostic.
    package static let code = "part_of_itself"
    /// The most ids that a message names.
    private static let namedLimit = 8

    /// Each is a part of the next one, and the last of the first.
    let ids: [FacilityID]

    init(ids: [FacilityID]) { self.ids = ids }

    /// Follows a facility to those that it is a part of; `nil` where that does not lead back to it.
    package init?(
        through id: FacilityID,
        whole: (FacilityID) throws -> FacilityID?
    ) rethrows {
        var ids = [id]
        var seen: Set<FacilityID> = [id]
        var next = try whole(id)
        while let other = next, seen.insert(other).inserted {
            ids.append(other)
            next = try whole(other)
        }
        guard next == id else { return nil }
        self.ids = ids
    }

    /// What is wrong, for the row of one of the facilities.
    package func message(from id: FacilityID) -> String {
        guard ids.count > 1 else { return "`\(id)` is a part of itself, expected another facility" }
        let start = ids.firstIndex(of: id) ?? 0
        let others = Array(ids[start...].dropFirst()) + Array(ids[..<start])
        let named = others.prefix(Self.namedLimit).map { "`\($0)`" }.joined(separator: ", ")
        let rest = others.count > Self.namedLimit ? " and \(others.count - Self.namedLimit) more" : ""
        return "`\(id)` is a part of itself by way of \(named)\(rest), expected none that leads back to it"
    }
}
