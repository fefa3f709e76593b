internal import GRDB
internal import SQLiteStorage
package import VisitModel

extension VisitStore {
    /// Changes the subscriptions of an endpoint; messages already queued for it stay queued.
    ///
    /// - Parameters:
    ///   - key: the endpoint.
    ///   - types: the message types; `nil` for those of visits.
    ///   - facilities: the facilities to report on; `nil` for all.
    /// - Throws: `StorageError`.
    package func changeEndpoint(
        _ key: EndpointKey,
        types: Set<MessageType>?,
        facilities: Set<FacilityID>?
    ) throws {
        let types = try types.map { try EndpointColumns.text(of: $0.map(\.rawValue)) }
        let facilities = try facilities.map { try EndpointColumns.text(of: $0.map(\.text)) }
        try write { db in
            try db.execute(
                literal: """
                    UPDATE webhook_endpoint SET types = \(types), facilities = \(facilities), revision = revision + 1
                    WHERE key = \(key.rawValue)
                    """
            )
        }
    }
}
