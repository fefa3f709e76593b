internal import GeofenceEngine
public import Interchange
internal import VisitModel
internal import VisitStore

extension PhoneApp {
    /// Whether the app adds and removes fences as the answers to its requests say.
    public var takesFences: Bool { self == .transistor || self == .ownTracks || self == .radar }
}

extension VisitPipeline {
    /// What a phone needs to know of the fences it is to add or remove.
    ///
    /// - Parameter change: the difference.
    /// - Returns: the same with each added fence's name and shape; one whose facility is gone meanwhile is left out.
    /// - Throws: `VisitStoreError`.
    func fenceOrders(_ change: FenceChange) throws -> FenceOrders {
        let added = try change.added.compactMap { id -> FenceOrder? in
            guard let stored = try store.facility(id) else { return nil }
            return FenceOrder(stored.facility)
        }
        return FenceOrders(added: added, removed: change.removed)
    }
}
