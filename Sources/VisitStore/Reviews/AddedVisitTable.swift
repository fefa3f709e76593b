internal import GRDB
internal import SQLiteStorage
internal import VisitModel

/// Reads the added visits of a member that bear on others, with what was chosen with them.
struct AddedVisitTable {
    private let added: PreparedStatement
    private let overlapping: PreparedStatement
    private let order: PreparedStatement
    private let table: ReviewTable
    private let links: LinkTable

    init(_ db: Database, _ table: ReviewTable, _ links: LinkTable) throws {
        self.table = table
        self.links = links
        let columns = "SELECT \(VisitColumns.names) FROM \(VisitColumns.tables)"
        self.added = try PreparedStatement(
            db,
            """
            \(columns) WHERE v.evidence = 'manual' AND m.id = ?1 AND v.entered_ms < ?3 AND v.exited_ms > ?2
            ORDER BY v.entered_ms, v.id
            """
        )
        self.overlapping = try PreparedStatement(
            db,
            """
            \(columns) WHERE m.id = ?1 AND v.entered_ms < ?3 AND coalesce(v.exited_ms, v.last_proof_ms) > ?2
            ORDER BY v.entered_ms, v.id
            """
        )
        self.order = try PreparedStatement(
            db,
            "SELECT coalesce(max(key), 0) FROM visit_correction WHERE visit = ? AND action = 'added'"
        )
    }

    /// Whether any visit was added by a person.
    static func isUsed(_ db: Database) throws -> Bool {
        let any = try PreparedStatement(db, "SELECT EXISTS (SELECT 1 FROM visit WHERE evidence = 'manual')")
        return try any.first { $0.int64(0) } == 1
    }

    /// Returns the visits of the member that share time with a visit, in order, itself and withdrawn ones included.
    func overlapping(_ visit: Visit) throws -> [Visit] {
        overlapping.bind(1, visit.member.text)
        overlapping.bind(2, visit.enteredAt.milliseconds)
        overlapping.bind(3, visit.end.milliseconds)
        return try overlapping.all { try VisitColumns.visit($0) }
    }

    /// Computes the added visits that bear on some visits: those that share time with them or with one another, or with
    /// which something was chosen about them.
    ///
    /// Returns the ids of all that were looked at, too. `new` is an added visit that is not written yet.
    func around(_ visits: [Visit], new: Visit? = nil) throws -> (added: AddedVisits, ids: Set<VisitID>) {
        var (found, choices): ([VisitID: Visit], [AddedVisits.Pair: VisitReview.Link.Kind]) = ([:], [:])
        var (waiting, seen) = (visits, Set(visits.map(\.id)))
        while let visit = waiting.popLast() {
            if visit.evidence == .manual { found[visit.id] = visit }
            added.bind(1, visit.member.text)
            added.bind(2, visit.enteredAt.milliseconds)
            added.bind(3, visit.end.milliseconds)
            var next = try added.all { try VisitColumns.visit($0) }
            if let new, new.sharedSeconds(with: visit) > 0 { next.append(new) }
            for choice in try links.choices(of: visit.id) {
                choices[choice.pair] = choice.kind
                if let other = try table.stored(choice.pair.added) { next.append(other) }
            }
            waiting += next.filter { seen.insert($0.id).inserted }
        }
        let standing = try found.values.compactMap { visit -> (order: Int64, visit: Visit)? in
            let review = try table.entry(of: visit.id)?.review
            guard review?.decision == .confirmed else { return nil }
            order.bind(1, visit.id.text)
            let key = try order.first { $0.int64(0) } ?? 0
            return (key, visit.unreviewed.judged(by: review))
        }
        let confirmed = standing.sorted { ($0.order, $0.visit.id) > ($1.order, $1.visit.id) }.map(\.visit)
        return (AddedVisits(confirmed, choices: choices), Set(found.keys))
    }
}

extension Visit {
    /// An added visit as it is without a review, because no fix proves it; another one as it is.
    var unreviewed: Visit {
        var visit = self
        if evidence == .manual { (visit.status, visit.verdict) = (.withdrawn, .takenBack) }
        return visit
    }
}
