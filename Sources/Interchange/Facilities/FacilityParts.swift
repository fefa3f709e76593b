internal import VisitModel

/// The facilities of a file that are a part of another one, and what is wrong with that.
///
/// Known only at the end of the file, because a row may name the facility of a later one. Kept for each facility that is a part
/// of another; most are not.
struct FacilityParts: Sendable {
    private struct Part {
        let whole: FacilityID
        /// Of the facility's last row, which is the one that counts.
        let line: Int
        let feature: Int?
        let number: Int
        /// More than one where a file has a row for each member of the facility.
        let rowCount: Int
    }

    private var parts: [FacilityID: Part] = [:]
    /// The facilities that are not used, because they would be a part of themselves.
    private(set) var refused: Set<FacilityID> = []
    /// The facilities that are used as a part of none, because there is no facility of the id that they name.
    private(set) var detached: Set<FacilityID> = []

    /// The number of rows of the refused facilities.
    var refusedRowCount: Int { refused.reduce(0) { $0 + (parts[$1]?.rowCount ?? 0) } }

    mutating func add(_ row: FacilityRow, feature: Int?) {
        let id = row.facility.id
        guard let whole = row.facility.partOf else {
            if !parts.isEmpty { parts[id] = nil }
            return
        }
        parts[id] = Part(
            whole: whole,
            line: row.line,
            feature: feature,
            number: row.number,
            rowCount: (parts[id]?.rowCount ?? 0) + 1
        )
    }

    /// Decides which facilities are refused and which are detached, after the last row; returns why, in the order of
    /// the rows.
    ///
    /// Throws only what `stored` throws.
    mutating func finish(
        file: String,
        column: String,
        isInFile: (FacilityID) -> Bool,
        stored: (FacilityID) throws -> Facility?
    ) throws -> [Diagnostic] {
        guard !parts.isEmpty else { return [] }
        let order = parts.sorted { $0.value.number < $1.value.number }.map { $0.key }
        let circles = try refuseCircles(order, isInFile, stored)
        var remarks: [Diagnostic] = []
        for id in order {
            guard let part = parts[id] else { continue }
            var problems = RowProblems(file: file, line: part.line, feature: part.feature)
            if let circle = circles[id] {
                problems.add(.error, FacilityCircle.code, column: column, circle.message(from: id))
            } else if try !isUsed(part.whole, isInFile, stored) {
                detached.insert(id)
                problems.add(
                    .warning,
                    "unknown_part_of",
                    column: column,
                    "there is no facility `\(part.whole)`, expected the id of one of this file or of a stored one; "
                        + "`\(id)` is a part of none"
                )
            }
            remarks += problems.diagnostics
        }
        return remarks
    }

    /// Whether there is a facility of an id after the import.
    private func isUsed(
        _ id: FacilityID,
        _ isInFile: (FacilityID) -> Bool,
        _ stored: (FacilityID) throws -> Facility?
    ) throws -> Bool {
        if isInFile(id), !refused.contains(id) { return true }
        return try stored(id) != nil
    }

    /// Refuses the facilities of the file that lead back to themselves.
    ///
    /// A refused one stays a part of what it is stored as a part of, which may make another circle.
    private mutating func refuseCircles(
        _ order: [FacilityID],
        _ isInFile: (FacilityID) -> Bool,
        _ stored: (FacilityID) throws -> Facility?
    ) throws -> [FacilityID: FacilityCircle] {
        var found: [FacilityID: FacilityCircle] = [:]
        var starts = order
        while !starts.isEmpty {
            let circles = try circles(from: starts, isInFile, stored)
            starts = []
            for circle in circles {
                for id in circle.ids where parts[id] != nil && refused.insert(id).inserted {
                    found[id] = circle
                    starts.append(id)
                }
            }
        }
        return found
    }

    /// The circles that facilities lead to, each once.
    private func circles(
        from starts: [FacilityID],
        _ isInFile: (FacilityID) -> Bool,
        _ stored: (FacilityID) throws -> Facility?
    ) throws -> [FacilityCircle] {
        var circles: [FacilityCircle] = []
        var followed: Set<FacilityID> = []
        for start in starts {
            var path: [FacilityID] = []
            var places: [FacilityID: Int] = [:]
            var next: FacilityID? = start
            while let id = next, !followed.contains(id) {
                if let first = places[id] {
                    circles.append(FacilityCircle(ids: Array(path[first...])))
                    break
                }
                places[id] = path.count
                path.append(id)
                next = try whole(of: id, isInFile, stored)
            }
            followed.formUnion(path)
        }
        return circles
    }

    /// The facility that one will be a part of after the import.
    private func whole(
        of id: FacilityID,
        _ isInFile: (FacilityID) -> Bool,
        _ stored: (FacilityID) throws -> Facility?
    ) throws -> FacilityID? {
        if isInFile(id), !refused.contains(id) { return parts[id]?.whole }
        return try stored(id)?.partOf
    }
}
