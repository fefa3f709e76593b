internal import SQLiteStorage
package import VisitModel

/// A filter for visits; a criterion that is `nil` does not restrict.
package struct VisitFilter: Hashable, Sendable {
    /// Of the facility's local time.
    package var month: Month?
    /// Of the facility's local time.
    package var localDate: CivilDate?
    package var member: MemberID?
    package var facility: FacilityID?
    /// Of the member at the visit's entry.
    package var group: GroupSelection?
    /// Visits that began at or after this time.
    package var since: Timestamp?
    /// Visits that began before this time.
    package var until: Timestamp?
    /// An empty set stands for all.
    package var verdicts: Set<Visit.Verdict>
    /// An empty set stands for all.
    package var statuses: Set<Visit.Status> = []
    package var includesWithdrawn: Bool
    /// By descending entry; `after` then selects visits before the cursor.
    package var newestFirst = false
    /// In order of entry.
    package var after: VisitCursor?
    /// Counted from the first visit in the order.
    package var limit: Int?

    /// Without arguments, matches every visit that was not withdrawn.
    package init(
        month: Month? = nil,
        member: MemberID? = nil,
        facility: FacilityID? = nil,
        since: Timestamp? = nil,
        until: Timestamp? = nil,
        verdicts: Set<Visit.Verdict> = [],
        includesWithdrawn: Bool = false,
        after: VisitCursor? = nil,
        limit: Int? = nil
    ) {
        self.month = month
        self.member = member
        self.facility = facility
        self.since = since
        self.until = until
        self.verdicts = verdicts
        self.includesWithdrawn = includesWithdrawn
        self.after = after
        self.limit = limit
    }
}

/// The position of a visit in the total order of visits: entry and id.
package struct VisitCursor: Hashable, Sendable {
    /// When the visit began.
    package let enteredAt: Timestamp
    package let id: VisitID

    package init(enteredAt: Timestamp, id: VisitID) {
        self.enteredAt = enteredAt
        self.id = id
    }

    package init(_ visit: Visit) { self.init(enteredAt: visit.enteredAt, id: visit.id) }
}

enum VisitColumns {
    /// In the order in which `visit` reads them.
    static let names = """
        v.id, m.id, d.id, f.id, v.entered_ms, v.dwelled_ms, v.exited_ms, v.status, v.evidence, v.verdict, v.month,
        v.local_day, v.fixes_inside, v.last_proof_ms, v.depth_m, v.doubts, v.policy_version, v.confidence, v.proven_s,
        v.bridged_s, v.entered_from_ms, v.entered_to_ms, v.exited_from_ms, v.exited_to_ms,
        (SELECT other.id FROM facility other WHERE other.key = v.runner_up), v.runner_up_share, v.reasons
        """

    static let count: Int32 = 27

    static let tables = """
        visit v JOIN member m ON m.key = v.member LEFT JOIN device d ON d.key = v.device
            JOIN facility f ON f.key = v.facility
        """

    static func visit(_ row: Columns) throws -> Visit {
        Visit(
            id: try row.identifier(0),
            member: try row.identifier(1),
            device: try row.optionalIdentifier(2),
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
            policyVersion: row.text(16),
            assessment: try assessment(row)
        )
    }

    /// `nil` where an earlier version wrote the row.
    private static func assessment(_ row: Columns) throws -> Visit.Assessment? {
        guard let confidence = row.optionalDouble(17) else { return nil }
        guard let entered = try bounds(row, 20) else {
            throw StorageError.damaged("a visit with a confidence and no bounds of its entry")
        }
        let runnerUp = try row.optionalIdentifier(24).map { Visit.RunnerUp(facility: $0, share: row.double(25)) }
        return Visit.Assessment(
            confidence: confidence,
            provenSeconds: row.int(18),
            bridgedSeconds: row.int(19),
            enteredBetween: entered,
            exitedBetween: try bounds(row, 22),
            reasons: row.withText(26) { ReasonText.reasons($0) },
            runnerUp: runnerUp
        )
    }

    /// `nil` where either time is missing.
    private static func bounds(_ row: Columns, _ index: Int32) throws -> ClosedRange<Timestamp>? {
        guard let earliest = row.optionalTime(index), let latest = row.optionalTime(index + 1) else { return nil }
        guard earliest <= latest else {
            throw StorageError.damaged("the times `\(earliest.iso8601)` to `\(latest.iso8601)`")
        }
        return earliest...latest
    }

    static func month(_ row: Columns, _ index: Int32) throws -> Month {
        do {
            return try Month(row.text(index))
        } catch {
            throw StorageError.damaged("the month `\(row.text(index))`", cause: error)
        }
    }
}

/// The stored form of a visit's reasons: `proven:4.2 gap_after:-1.1`.
enum ReasonText {
    static func text(_ reasons: [Visit.Reason]) -> String {
        var text = ""
        for reason in reasons {
            if !text.isEmpty { text += " " }
            text += reason.term.rawValue
            text += ":"
            text += reason.weight.description
        }
        return text
    }

    /// Leaves out a term that only a newer version knows.
    static func reasons(_ text: UnsafeBufferPointer<UInt8>) -> [Visit.Reason] {
        text.split(separator: UInt8(ascii: " ")).compactMap { part in
            let pair = part.split(separator: UInt8(ascii: ":"), maxSplits: 1)
            guard pair.count == 2, let term = Visit.Term(rawValue: String(decoding: pair[0], as: UTF8.self)),
                let weight = Double(String(decoding: pair[1], as: UTF8.self))
            else { return nil }
            return Visit.Reason(term, weight: weight)
        }
    }
}
