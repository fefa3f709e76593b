internal import GRDB
internal import SQLiteStorage
internal import VisitModel

extension VisitStore {
    /// Checks the integrity of the database: SQLite's pages, indices and references, the spatial index, and Footfall's
    /// own rules.
    ///
    /// Reads the whole file. Only the check of the spatial index blocks writers. Returns at most 20 findings of each
    /// kind. `onePlacePolicy` is the version of a policy under which overlapping visits do not both count: that is then
    /// checked for the visits of this version.
    package func check(onePlacePolicy version: String? = nil) throws -> [IntegrityFinding] {
        let rules = IntegrityRule.all + (version.map { [.onePlaceAtATime(policyVersion: $0)] } ?? [])
        let findings = try database.read { try IntegrityReport.findings($0, rules) }
        // SpatiaLite records its checks in the database, so it needs a writing connection.
        return try findings + database.write(IntegrityReport.spatialFindings)
    }

    /// Whether there are visits, and none of a version of the policy.
    package func lacksVisits(ofPolicy version: String) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM visit) AND NOT EXISTS (SELECT 1 FROM visit WHERE policy_version = ?)"
        return try database.read { try Bool.fetchOne($0, sql: sql, arguments: [version]) ?? false }
    }
}

enum IntegrityReport {
    /// Of each kind.
    private static let limit = 20

    /// The findings available to a reading connection.
    static func findings(_ db: Database, _ rules: [IntegrityRule] = IntegrityRule.all) throws -> [IntegrityFinding] {
        let pages = try String.fetchAll(db, sql: "PRAGMA integrity_check(\(limit))").filter { $0 != "ok" }
            .map { IntegrityFinding(rule: "integrity", detail: $0) }
        // With damaged pages, no further query is possible.
        guard pages.isEmpty else { return pages }
        var findings: [IntegrityFinding] = []
        for row in try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").prefix(limit) {
            let (table, parent): (String, String) = (row[0], row[2])
            let key: Int64? = row[1]
            findings.append(
                IntegrityFinding(
                    rule: "reference",
                    detail:
                        "a row of \(table)\(key.map { " (\($0))" } ?? "") refers to a missing row of \(parent)"
                )
            )
        }
        if try Int64.fetchOne(db, sql: "PRAGMA application_id") != VisitDatabase.applicationID {
            findings.append(IntegrityFinding(rule: "application", detail: "the file has no Footfall application id"))
        }
        for rule in rules {
            let query = "SELECT * FROM (\(rule.sql)) LIMIT \(limit)"
            for answer in try String.fetchAll(db, sql: query, arguments: rule.arguments) {
                findings.append(IntegrityFinding(rule: rule.name, detail: "\(rule.complaint) \(answer)"))
            }
        }
        return try findings + registrationFindings(db)
    }

    /// Decodes all packed changes of registrations.
    private static func registrationFindings(_ db: Database) throws -> [IntegrityFinding] {
        let statement = try PreparedStatement(
            db,
            """
            SELECT d.id, c.bucket_ms, c.events, c.first_ms, c.last_ms, c.last_ordinal, c.event_count
            FROM registration_chunk c JOIN device d ON d.key = c.device
            """
        )
        var findings: [IntegrityFinding] = []
        try statement.forEachRowWhile { row in
            let bucket = row.time(1)
            let events = try? RegistrationPacking.events(of: row.bytes(2), bucket: bucket)
            let isIntact =
                events.map { events in
                    events.count == row.int(6) && events.first?.at == row.time(3) && events.last?.at == row.time(4)
                        && events.last.map { Int($0.ordinal) } == row.int(5)
                        && zip(events, events.dropFirst()).allSatisfy { $0.precedes($1) }
                } ?? false
            if !isIntact {
                findings.append(
                    IntegrityFinding(
                        rule: "registration_chunk",
                        detail: "an hour of changed registrations is damaged: \(row.text(0)) \(bucket.milliseconds)"
                    )
                )
            }
            return findings.count < limit
        }
        return findings
    }

    /// SpatiaLite's findings, on a writing connection.
    static func spatialFindings(_ db: Database) throws -> [IntegrityFinding] {
        let answer = try Int64.fetchOne(db, sql: "SELECT CheckSpatialIndex('facility_version', 'extent')")
        guard answer != 1 else { return [] }
        return [
            IntegrityFinding(
                rule: "spatial_index",
                detail: "the spatial index does not match the geofences; restore the file from a backup"
            )
        ]
    }
}

package struct IntegrityFinding: Hashable, Sendable {
    /// The rule of an erasure that is not finished: the data is intact.
    package static let erasureRule = "erasure"

    /// A short name, for programs.
    package let rule: String
    /// For the operator.
    package let detail: String

    package init(rule: String, detail: String) {
        self.rule = rule
        self.detail = detail
    }
}
