internal import GeofenceEngine
public import Interchange
internal import VisitModel
internal import VisitStore

extension PhoneApp {
    /// Whether the app adds and removes fences as the answers to its requests say.
    public var takesFences: Bool { self == .transistor || self == .ownTracks }
}

extension VisitPipeline {
    /// What a phone needs to know of the fences it is to add or remove.
    ///
    /// - Parameters:
    ///   - change: the difference.
    ///   - isWhole: whether the app takes all fences in place of a difference.
    /// - Returns: the same with each added fence's name and shape; one whose facility is gone meanwhile is left out.
    /// - Throws: `VisitStoreError`.
    func fenceOrders(_ change: FenceChange, whole isWhole: Bool) throws -> FenceOrders {
        func orders(_ ids: [FacilityID]) throws -> [FenceOrder] {
            try ids.compactMap { try store.facility($0).map { FenceOrder($0.facility) } }
        }
        return FenceOrders(
            added: try orders(change.added),
            removed: change.removed,
            all: isWhole ? try orders(change.all) : nil
        )
    }
}
