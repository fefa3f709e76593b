internal import GRDB

extension VisitStore {
    /// Looks for what can't be right: pages, indices and references as SQLite sees them, the spatial index, and our own rules.
    ///
    /// Reads the whole file. Only the look at the spatial index keeps writers waiting.
    ///
    /// - Returns: what was found, some of each kind; nothing for a sound database.
    /// - Throws: `VisitStoreError` where the file can't be read at all.
    public func check() throws -> [IntegrityFinding] {
        let findings = try read(IntegrityReport.findings)
        // SpatiaLite keeps notes of what it looked at, so that it needs a connection that may write.
        return try findings + write(IntegrityReport.spatialFindings)
    }
}

/// Looks through a database.
enum IntegrityReport {
    /// How much of one kind is reported.
    private static let limit = 20

    /// What a connection that reads can find.
    static func findings(_ db: Database) throws -> [IntegrityFinding] {
        let pages = try String.fetchAll(db, sql: "PRAGMA integrity_check(\(limit))").filter { $0 != "ok" }
            .map { IntegrityFinding(rule: "integrity", detail: $0) }
        // What can't be read as a database can't be asked anything else.
        guard pages.isEmpty else { return pages }
        var findings: [IntegrityFinding] = []
        for row in try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").prefix(limit) {
            let (table, parent): (String, String) = (row[0], row[2])
            let key: Int64? = row[1]
            findings.append(
                IntegrityFinding(
                    rule: "reference",
                    detail:
                        "a row of \(table)\(key.map { " (\($0))" } ?? "") refers to one of \(parent) that is not there"
                )
            )
        }
        if try Int64.fetchOne(db, sql: "PRAGMA application_id") != VisitStore.applicationID {
            findings.append(IntegrityFinding(rule: "application", detail: "the file is not marked as Footfall's"))
        }
        for rule in IntegrityRule.all {
            for answer in try String.fetchAll(db, sql: "SELECT * FROM (\(rule.sql)) LIMIT \(limit)") {
                findings.append(IntegrityFinding(rule: rule.name, detail: "\(rule.complaint) \(answer)"))
            }
        }
        return findings
    }

    /// What SpatiaLite finds, on a connection that may write.
    static func spatialFindings(_ db: Database) throws -> [IntegrityFinding] {
        let answer = try Int64.fetchOne(db, sql: "SELECT CheckSpatialIndex('facility_version', 'extent')")
        guard answer != 1 else { return [] }
        return [
            IntegrityFinding(
                rule: "spatial_index",
                detail: "the spatial index does not hold the fences as they are; restore the file from a backup"
            )
        ]
    }
}
