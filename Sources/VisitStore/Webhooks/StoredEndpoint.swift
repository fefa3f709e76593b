internal import Foundation
internal import GRDB
internal import SQLiteStorage
package import VisitModel

package struct StoredEndpoint: Hashable, Sendable {
    package let key: EndpointKey
    /// Raised by every change that a running delivery has to observe.
    package let revision: Int
    package let endpoint: WebhookEndpoint
    /// Encrypted by the caller.
    package let secret: [UInt8]
    package let previousSecret: RetiringSecret?
    package let createdAt: Timestamp
    /// `nil` while the endpoint is enabled.
    package let disabling: Disabling?
    /// The first failure since the last success; `nil` where there is none.
    package let failingSince: Timestamp?

    /// A secret that still signs until its replacement is complete.
    package struct RetiringSecret: Hashable, Sendable {
        package let encrypted: [UInt8]
        /// Until when the secret signs.
        package let until: Timestamp
    }

    package struct Disabling: Hashable, Sendable {
        package let at: Timestamp
        package let reason: WebhookEndpoint.DisablingReason

        package init(at: Timestamp, reason: WebhookEndpoint.DisablingReason) {
            self.at = at
            self.reason = reason
        }
    }
}

package struct DeliveryCounts: Hashable, Sendable {
    /// Not delivered yet: due later, or waiting for the previous message of the same visit.
    package var waiting = 0
    /// Delivered and not deleted by retention.
    package var delivered = 0
    /// Abandoned.
    package var dead = 0

    package init() {}
}

enum EndpointColumns {
    /// In the order in which `endpoint` reads them.
    static let names = """
        key, revision, id, url, types, facilities, format, includes_location, exceptions, secret, previous_secret,
        previous_until_ms, created_ms, disabled_ms, disabled_reason, failing_since_ms
        """

    /// In the order of creation.
    static func all(_ db: Database) throws -> [StoredEndpoint] {
        try PreparedStatement(db, "SELECT \(names) FROM webhook_endpoint ORDER BY key").all(endpoint)
    }

    static func endpoint(_ row: Columns) throws -> StoredEndpoint {
        StoredEndpoint(
            key: EndpointKey(rawValue: row.int64(0)),
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
