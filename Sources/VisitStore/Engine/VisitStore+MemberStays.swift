internal import GRDB
internal import SQLiteStorage
package import VisitModel

extension VisitStore {
    /// Returns the stays of all devices of a member that overlap a time span, ordered by entry.
    ///
    /// Each stay comes with the device that recorded it. An open stay has no end and overlaps every later span. An
    /// unknown member has no stays.
    package func stays(
        ofMember member: MemberID,
        overlapping span: ClosedRange<Timestamp>
    ) throws -> [(device: DeviceID, stay: StoredStay)] {
        try read { db in
            // A stay's last change is at or after its end, so the index over that change finds the few that reach into
            // the span.
            let statement = try PreparedStatement(
                db,
                """
                SELECT \(Self.stayColumns), d.id
                FROM member m JOIN device d ON d.member = m.key JOIN stay s ON s.device = d.key
                    JOIN facility f ON f.key = s.facility
                WHERE m.id = ?1 AND s.touched_ms >= ?3 AND s.entered_ms <= ?2
                    AND (s.exited_ms IS NULL OR s.exited_ms >= ?3)
                UNION
                SELECT \(Self.stayColumns), d.id
                FROM member m JOIN device d ON d.member = m.key JOIN stay s ON s.device = d.key
                    JOIN facility f ON f.key = s.facility
                WHERE m.id = ?1 AND s.exited_ms IS NULL AND s.entered_ms <= ?2
                ORDER BY 3, 1
                """
            )
            statement.bind(1, member.text)
            statement.bind(2, span.upperBound.milliseconds)
            statement.bind(3, span.lowerBound.milliseconds)
            var stays: [(device: DeviceID, stay: StoredStay)] = []
            try statement.forEachRow { stays.append((try $0.identifier(14), try Self.stay($0))) }
            return stays
        }
    }

    /// The columns of a stay, in the order in which `stay` reads them.
    static let stayColumns = """
        s.id, f.id, s.entered_ms, s.dwelled_ms, s.exited_ms, s.status, s.evidence, s.fixes_inside, s.last_proof_ms,
        s.depth_m, s.doubts, s.touched_ms, s.visit_id, s.evidence_state
        """
}
