internal import VisitModel

/// The columns that a visit is read from, and how.
enum VisitColumns {
    /// The names, in the order that `visit` reads them.
    static let names = """
        v.id, m.id, d.id, f.id, v.entered_ms, v.dwelled_ms, v.exited_ms, v.status, v.evidence, v.verdict, v.month,
        v.local_day, v.fixes_inside, v.last_proof_ms, v.depth_m, v.doubts, v.policy_version
        """

    /// How many those are.
    static let count: Int32 = 17

    /// The tables.
    static let tables = """
        visit v JOIN member m ON m.key = v.member JOIN device d ON d.key = v.device
            JOIN facility f ON f.key = v.facility
        """

    /// Reads a visit from a row.
    static func visit(_ row: Columns) throws -> Visit {
        Visit(
            id: try row.identifier(0),
            member: try row.identifier(1),
            device: try row.identifier(2),
            facility: try row.identifier(3),
            enteredAt: row.time(4),
            dwelledAt: row.optionalTime(5),
            exitedAt: row.optionalTime(6),
            status: try row.named(7),
            evidence: try row.named(8),
            verdict: try row.named(9),
            month: try month(row, 10),
            localDate: CivilDate(daysSince1970: row.int(11)),
            fixesInside: row.int(12),
            lastProofAt: row.time(13),
            depthMeters: row.double(14),
            doubts: Visit.Doubts(rawValue: row.int(15)),
            policyVersion: row.text(16)
        )
    }

    static func month(_ row: Columns, _ index: Int32) throws -> Month {
        do {
            return try Month(row.text(index))
        } catch {
            throw VisitStoreError.damaged("the month `\(row.text(index))`", cause: error)
        }
    }
}
