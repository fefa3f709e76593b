internal import GRDB
internal import SQLiteStorage
internal import VisitModel

/// Writes the stays of devices and the visits built from them.
struct VisitWriter {
    private let keys: KeyFinder
    private let stay: PreparedStatement
    private let removeStay: PreparedStatement
    private let visit: PreparedStatement
    private let moveStay: PreparedStatement
    private let moveEvents: PreparedStatement
    private let publisher: OutboxPublisher?
    private let reviews: ReviewRules?
    /// `nil` while no month is closed.
    private let changedVisits: PreparedStatement?

    init(_ db: Database, _ keys: KeyFinder, _ publisher: OutboxPublisher?, _ reviews: ReviewRules?) throws {
        self.keys = keys
        self.publisher = publisher
        self.reviews = reviews
        self.stay = try PreparedStatement(db, Self.staySQL)
        self.removeStay = try PreparedStatement(db, "DELETE FROM stay WHERE id = ? AND device = ?")
        self.visit = try PreparedStatement(db, Self.visitSQL)
        // A trigger would run for each visit, also while no month is closed.
        let isNeeded = try PreparedStatement(db, "SELECT 1 FROM closed_month LIMIT 1").hasRow()
        self.changedVisits = isNeeded ? try PreparedStatement(db, Self.changedVisitSQL) : nil
        self.moveStay = try PreparedStatement(db, "UPDATE stay SET visit_id = ? WHERE id = ?")
        self.moveEvents = try PreparedStatement(
            db,
            """
            UPDATE event SET visit_id = ?2
            WHERE visit_id = ?3 AND device = (SELECT device FROM stay WHERE id = ?1) AND occurred_ms BETWEEN ?4 AND ?5
            """
        )
    }

    func write(_ commit: DeviceCommit) throws {
        for id in commit.removedStays {
            removeStay.bind(1, id)
            removeStay.bind(2, commit.device.rawValue)
            try removeStay.run()
        }
        for stay in commit.stays { try write(stay, of: commit.device) }
        try write(try reviews?.judged(commit.visits) ?? commit.visits, of: commit)
    }

    /// Writes visits, and queues or collects messages about their changes; without a commit, a person changed them.
    func write(_ visits: [Visit], of commit: DeviceCommit? = nil) throws {
        let before = try visits.map { try publisher?.before($0.id) }
        for visit in visits { try write(visit) }
        // Messages are queued after all visits are written, because each message contains a count that includes the
        // others.
        for (before, visit) in zip(before, visits) {
            if let before { try publisher?.publish(before, after: visit, commit) }
        }
    }

    /// Moves stays and their events to other visits; called after everything new has been written.
    func move(_ moves: [MovedStay]) throws {
        for move in moves {
            moveStay.bind(1, move.to.text)
            moveStay.bind(2, move.stay)
            try moveStay.run()
            moveEvents.bind(1, move.stay)
            moveEvents.bind(2, move.to.text)
            moveEvents.bind(3, move.from.text)
            moveEvents.bind(4, move.start.milliseconds)
            moveEvents.bind(5, move.end?.milliseconds ?? .max)
            try moveEvents.run()
        }
    }

    private func write(_ saved: StoredStay, of device: DeviceKey) throws {
        stay.bind(1, saved.id)
        stay.bind(2, device.rawValue)
        stay.bind(3, try keys.key(of: saved.facility))
        stay.bind(4, saved.enteredAt.milliseconds)
        stay.bind(5, saved.dwelledAt?.milliseconds)
        stay.bind(6, saved.exitedAt?.milliseconds)
        stay.bind(7, saved.status.rawValue)
        stay.bind(8, saved.evidence.rawValue)
        stay.bind(9, saved.fixesInside)
        stay.bind(10, saved.lastProofAt.milliseconds)
        stay.bind(11, saved.depthMeters)
        stay.bind(12, saved.doubts.rawValue)
        stay.bind(13, saved.touchedAt.milliseconds)
        stay.bind(14, saved.visit?.text)
        stay.bind(15, saved.evidenceState)
        try stay.run()
    }

    private func write(_ saved: Visit) throws {
        try noteChange(saved)
        visit.bind(1, saved.id.text)
        visit.bind(2, try keys.key(of: saved.member))
        visit.bind(3, try saved.device.map { try keys.key(of: $0) })
        visit.bind(4, try keys.key(of: saved.facility))
        visit.bind(5, saved.enteredAt.milliseconds)
        visit.bind(6, saved.dwelledAt?.milliseconds)
        visit.bind(7, saved.exitedAt?.milliseconds)
        visit.bind(8, saved.status.rawValue)
        visit.bind(9, saved.evidence.rawValue)
        visit.bind(10, saved.verdict.rawValue)
        visit.bind(11, saved.month.description)
        visit.bind(12, saved.localDate.daysSince1970)
        visit.bind(13, saved.fixesInside)
        visit.bind(14, saved.lastProofAt.milliseconds)
        visit.bind(15, saved.depthMeters)
        visit.bind(16, saved.doubts.rawValue)
        visit.bind(17, saved.policyVersion)
        try bind(saved.assessment)
        try visit.run()
    }

    /// Notes a visit of a closed month that will differ, of which the next month's file has to tell.
    private func noteChange(_ saved: Visit) throws {
        guard let changedVisits else { return }
        changedVisits.bind(1, saved.id.text)
        changedVisits.bind(2, saved.month.description)
        changedVisits.bind(3, try keys.key(of: saved.member))
        changedVisits.bind(4, try keys.key(of: saved.facility))
        changedVisits.bind(5, saved.enteredAt.milliseconds)
        changedVisits.bind(6, saved.exitedAt?.milliseconds)
        changedVisits.bind(7, saved.verdict.rawValue)
        changedVisits.bind(8, saved.localDate.daysSince1970)
        changedVisits.bind(9, saved.lastProofAt.milliseconds)
        try changedVisits.run()
    }

    private static let changedVisitSQL = """
        INSERT INTO changed_visit (visit)
        SELECT ?1 WHERE EXISTS (
            SELECT 1 FROM closed_month WHERE month IN (?2, (SELECT month FROM visit WHERE id = ?1))
        ) AND NOT EXISTS (
            SELECT 1 FROM visit
            WHERE id = ?1 AND month = ?2 AND member = ?3 AND facility = ?4 AND entered_ms = ?5 AND exited_ms IS ?6
                AND verdict = ?7 AND local_day = ?8 AND last_proof_ms = ?9
        )
        ON CONFLICT DO NOTHING
        """

    private func bind(_ assessment: Visit.Assessment?) throws {
        visit.bind(18, assessment?.confidence)
        visit.bind(19, assessment.map { Int64($0.provenSeconds) })
        visit.bind(20, assessment.map { Int64($0.bridgedSeconds) })
        visit.bind(21, assessment?.enteredBetween.lowerBound.milliseconds)
        visit.bind(22, assessment?.enteredBetween.upperBound.milliseconds)
        visit.bind(23, assessment?.exitedBetween?.lowerBound.milliseconds)
        visit.bind(24, assessment?.exitedBetween?.upperBound.milliseconds)
        visit.bind(25, try assessment?.runnerUp.map { try keys.key(of: $0.facility) })
        visit.bind(26, assessment?.runnerUp?.share)
        visit.bind(27, assessment.map { ReasonText.text($0.reasons) })
    }

    private static let staySQL = """
        INSERT INTO stay (id, device, facility, entered_ms, dwelled_ms, exited_ms, status, evidence, fixes_inside,
            last_proof_ms, depth_m, doubts, touched_ms, visit_id, evidence_state)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET device = excluded.device, facility = excluded.facility,
            entered_ms = excluded.entered_ms, dwelled_ms = excluded.dwelled_ms, exited_ms = excluded.exited_ms,
            status = excluded.status, evidence = excluded.evidence, fixes_inside = excluded.fixes_inside,
            last_proof_ms = excluded.last_proof_ms, depth_m = excluded.depth_m, doubts = excluded.doubts,
            touched_ms = excluded.touched_ms, visit_id = excluded.visit_id, evidence_state = excluded.evidence_state
        """

    private static let visitSQL = """
        INSERT INTO visit (id, member, device, facility, entered_ms, dwelled_ms, exited_ms, status, evidence, verdict,
            month, local_day, fixes_inside, last_proof_ms, depth_m, doubts, policy_version, confidence, proven_s,
            bridged_s, entered_from_ms, entered_to_ms, exited_from_ms, exited_to_ms, runner_up, runner_up_share,
            reasons)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET member = excluded.member, device = excluded.device,
            facility = excluded.facility, entered_ms = excluded.entered_ms, dwelled_ms = excluded.dwelled_ms,
            exited_ms = excluded.exited_ms, status = excluded.status, evidence = excluded.evidence,
            verdict = excluded.verdict, month = excluded.month, local_day = excluded.local_day,
            fixes_inside = excluded.fixes_inside, last_proof_ms = excluded.last_proof_ms, depth_m = excluded.depth_m,
            doubts = excluded.doubts, policy_version = excluded.policy_version, confidence = excluded.confidence,
            proven_s = excluded.proven_s, bridged_s = excluded.bridged_s, entered_from_ms = excluded.entered_from_ms,
            entered_to_ms = excluded.entered_to_ms, exited_from_ms = excluded.exited_from_ms,
            exited_to_ms = excluded.exited_to_ms, runner_up = excluded.runner_up,
            runner_up_share = excluded.runner_up_share, reasons = excluded.reasons
        """
}
