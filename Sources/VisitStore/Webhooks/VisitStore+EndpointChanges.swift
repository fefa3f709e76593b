internal import GRDB
public import VisitModel

extension VisitStore {
    /// Changes which messages an endpoint is sent from now on; what is queued for it stays queued.
    ///
    /// - Parameters:
    ///   - key: which endpoint.
    ///   - types: the types of messages; `nil` for those of visits.
    ///   - facilities: the facilities it is sent messages of; `nil` for all.
    /// - Throws: `VisitStoreError`.
    public func changeEndpoint(
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
