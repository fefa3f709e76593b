internal import GRDB
internal import SQLiteStorage
internal import VisitModel

/// The changes of an import as rows: of a rehearsal (`temp.import_change`), or of the database (`staged_change`).
enum StagedChange {
    enum Kind: String {
        /// A facility that is new or differs.
        case facility
        case retired
        /// A member who is new or differs.
        case member
        /// A phone that is new or differs.
        case device
        /// A facility that is new on a member's list.
        case listed
        case unlisted
    }

    private static let texts = [
        "kind", "facility", "member", "device", "name", "street", "city", "state", "postal_code", "country", "platform",
        "time_zone", "stays", "part_of", "group_name",
    ]
    private static let integers = ["has_list", "dwell_seconds"]
    private static let reals = ["latitude", "longitude", "radius_m"]

    /// Without the number and the polygon, which is the last one.
    private static let columns = (texts + integers + reals).joined(separator: ", ")

    /// Creates the table into which a rehearsal's changes are collected.
    static func createCollection(_ db: Database) throws {
        try db.execute(
            sql: "CREATE TEMP TABLE import_change (number INTEGER PRIMARY KEY, \(columns), polygon)"
        )
    }

    /// Reads the collected changes from a number on.
    static func collected(_ db: Database) throws -> PreparedStatement {
        try PreparedStatement(
            db,
            "SELECT \(columns), polygon, number FROM temp.import_change WHERE number >= ? ORDER BY number"
        )
    }

    /// Copies a row of `collected` into the database; returns its number.
    static func copy(_ row: Columns, with insert: PreparedStatement) throws -> Int64 {
        var index: Int32 = 0
        for _ in texts {
            insert.bind(index + 1, row.optionalText(index))
            index += 1
        }
        for _ in integers {
            insert.bind(index + 1, row.optionalInt64(index))
            index += 1
        }
        for _ in reals {
            insert.bind(index + 1, row.optionalDouble(index))
            index += 1
        }
        insert.bind(index + 1, row.optionalBytes(index))
        insert.bind(index + 2, row.int64(index + 1))
        try insert.run()
        return row.int64(index + 1)
    }

    static func insertion(_ db: Database) throws -> PreparedStatement {
        let marks = Array(repeating: "?", count: texts.count + integers.count + reals.count + 2)
        return try PreparedStatement(
            db,
            "INSERT INTO staged_change (\(columns), polygon, number) VALUES (\(marks.joined(separator: ", ")))"
        )
    }
}

extension StagedChange {
    /// The statements that compare a rehearsal's copies with the tables, in the order in which the changes are written.
    ///
    /// New rows get their keys in that order, which is the one of the rehearsal.
    struct Comparison {
        /// The tables that are copied.
        let tables: [String]
        fileprivate let statements: [String]
    }

    /// Collects the changes of a rehearsal that has ended, within its transaction.
    static func collect(_ comparison: Comparison, _ db: Database) throws {
        try createCollection(db)
        for statement in comparison.statements { try db.execute(sql: statement) }
        for table in comparison.tables { try db.execute(sql: "DROP TABLE temp.\(table.quotedDatabaseIdentifier)") }
    }

    static let ofFacilities = Comparison(
        tables: [
            "facility", "facility_version", "idx_facility_version_extent", "member", "member_facility", "member_group",
        ],
        statements: [facilities, members, listed, unlisted]
    )

    static let ofMembers = Comparison(
        tables: ["member", "member_facility", "member_group", "device"],
        statements: [members, devices, listed, unlisted]
    )

    /// A changed fence has another current version.
    private static let facilities = """
        INSERT INTO import_change (kind, facility, name, street, city, state, postal_code, country, \(FenceColumns.names))
        SELECT CASE WHEN t.retired_at_ms IS NULL THEN 'facility' ELSE 'retired' END,
            t.id, t.name, t.street, t.city, t.state, t.postal_code, t.country, \(FenceColumns.qualifiedNames)
        FROM temp.facility t LEFT JOIN temp.facility_version v ON v.facility = t.key AND v.valid_to_ms IS NULL
            LEFT JOIN main.facility m ON m.key = t.key
            LEFT JOIN main.facility_version w ON w.facility = t.key AND w.valid_to_ms IS NULL
        WHERE m.key IS NULL OR t.retired_at_ms IS NOT m.retired_at_ms OR v.key IS NOT w.key
            OR t.name <> m.name OR t.street <> m.street OR t.city <> m.city OR t.state <> m.state
            OR t.postal_code <> m.postal_code OR t.country <> m.country
        ORDER BY t.retired_at_ms IS NOT NULL, v.key, t.key
        """

    /// A group that an import sets is a member's last one.
    private static let members = """
        WITH regrouped AS (
            SELECT member FROM (
                SELECT member, from_day, group_name FROM temp.member_group
                EXCEPT SELECT member, from_day, group_name FROM main.member_group
            )
            UNION
            SELECT member FROM (
                SELECT member, from_day, group_name FROM main.member_group
                EXCEPT SELECT member, from_day, group_name FROM temp.member_group
            )
        )
        INSERT INTO import_change (kind, member, has_list, time_zone, name, group_name)
        SELECT 'member', t.id, t.has_list, CASE WHEN t.time_zone IS NOT m.time_zone THEN t.time_zone END,
            CASE WHEN t.name IS NOT m.name THEN t.name END,
            CASE WHEN t.key IN regrouped THEN coalesce((
                SELECT g.group_name FROM temp.member_group g WHERE g.member = t.key ORDER BY g.from_day DESC LIMIT 1
            ), '') END
        FROM temp.member t LEFT JOIN main.member m ON m.key = t.key
        WHERE m.key IS NULL OR t.has_list <> m.has_list OR t.time_zone IS NOT m.time_zone OR t.name <> m.name
            OR t.key IN regrouped
        ORDER BY t.key
        """

    private static let devices = """
        INSERT INTO import_change (kind, member, device, platform, time_zone)
        SELECT 'device', o.id, t.id,
            CASE WHEN t.platform_known AND (t.platform IS NOT m.platform OR NOT m.platform_known) THEN t.platform END,
            CASE WHEN t.time_zone IS NOT m.time_zone THEN t.time_zone END
        FROM temp.device t JOIN temp.member o ON o.key = t.member LEFT JOIN main.device m ON m.key = t.key
        WHERE m.key IS NULL OR t.platform <> m.platform OR t.platform_known <> m.platform_known
            OR t.time_zone IS NOT m.time_zone
        ORDER BY t.key
        """

    private static let listed = """
        INSERT INTO import_change (kind, member, facility)
        SELECT 'listed', o.id, f.id
        FROM temp.member_facility t JOIN temp.member o ON o.key = t.member JOIN facility f ON f.key = t.facility
        WHERE NOT EXISTS (
            SELECT 1 FROM main.member_facility m WHERE m.member = t.member AND m.facility = t.facility
        )
        ORDER BY t.member, t.facility
        """

    private static let unlisted = """
        INSERT INTO import_change (kind, member, facility)
        SELECT 'unlisted', o.id, f.id
        FROM main.member_facility m JOIN main.member o ON o.key = m.member JOIN main.facility f ON f.key = m.facility
        WHERE NOT EXISTS (
            SELECT 1 FROM temp.member_facility t WHERE t.member = m.member AND t.facility = m.facility
        )
        ORDER BY m.member, m.facility
        """
}
