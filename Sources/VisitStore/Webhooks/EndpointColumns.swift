internal import Foundation
internal import GRDB
internal import SQLiteStorage
internal import VisitModel

enum EndpointColumns {
    /// In the order in which `endpoint` reads them.
    static let names = """
        key, revision, id, url, types, facilities, format, includes_location, exceptions, secret, previous_secret,
        previous_until_ms, created_ms, disabled_ms, disabled_reason, failing_since_ms
        """

    /// In the order of creation.
    static func all(_ db: Database) throws -> [StoredEndpoint] {
        var endpoints: [StoredEndpoint] = []
        try PreparedStatement(db, "SELECT \(names) FROM webhook_endpoint ORDER BY key").forEachRow {
            endpoints.append(try endpoint($0))
        }
        return endpoints
    }

    static func endpoint(_ row: Columns) throws -> StoredEndpoint {
        StoredEndpoint(
            key: EndpointKey(row.int64(0)),
            revision: row.int(1),
            endpoint: WebhookEndpoint(
                id: try row.identifier(2),
                url: row.text(3),
                types: try set(row.optionalText(4)) { text in
                    guard let type = MessageType(rawValue: text) else {
                        throw StorageError.damaged("the message type `\(text)`")
                    }
                    return type
                },
                facilities: try set(row.optionalText(5)) { try FacilityID($0) },
                format: try row.named(6),
                includesLocation: row.int64(7) == 1,
                exceptions: WebhookEndpoint.Exceptions(rawValue: row.int(8))
            ),
            secret: row.bytes(9),
            previousSecret: row.optionalTime(11).map { .init(encrypted: row.bytes(10), until: $0) },
            createdAt: row.time(12),
            disabling: try row.optionalTime(13).map { .init(at: $0, reason: try row.named(14)) },
            failingSince: row.optionalTime(15)
        )
    }

    /// A JSON array, sorted.
    static func text(of names: some Sequence<String>) throws -> String {
        String(decoding: try JSONEncoder().encode(names.sorted()), as: UTF8.self)
    }

    private static func set<Value>(_ text: String?, _ value: (String) throws -> Value) throws -> Set<Value>? {
        guard let text else { return nil }
        do {
            return Set(try JSONDecoder().decode([String].self, from: Data(text.utf8)).map(value))
        } catch {
            throw StorageError.damaged("the list `\(text)` of an endpoint", cause: error)
        }
    }
}
