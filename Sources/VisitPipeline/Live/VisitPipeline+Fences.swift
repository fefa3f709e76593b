internal import GeofenceEngine
public import Interchange
internal import VisitModel
internal import VisitStore

extension PhoneApp {
    /// Whether the app adds and removes fences as the answers to its requests say.
    public var takesFences: Bool { self == .transistor || self == .ownTracks }

    /// Whether the answers to the app's requests say which fences its phone is in.
    public var takesPresence: Bool { self == .radar }
}

extension DeviceTimeline {
    /// The facilities that the phone is in: those with a stay that goes on, in the order of the entries.
    ///
    /// - Parameter directory: the facilities' names.
    /// - Returns: the facilities.
    func presence(_ directory: FacilityDirectory) -> [FacilityID] {
        builder.open.compactMap { directory.name(of: $0.key) }
    }
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
        FenceOrders(
            added: try fenceOrders(change.added),
            removed: change.removed,
            all: isWhole ? try fenceOrders(change.all) : nil
        )
    }

    /// What a phone needs to know of some fences.
    ///
    /// - Parameter ids: the facilities.
    /// - Returns: their names and shapes, in the same order; one whose facility is gone meanwhile is left out.
    /// - Throws: `VisitStoreError`.
    func fenceOrders(_ ids: [FacilityID]) throws -> [FenceOrder] {
        try shelf.orders(of: ids) { try store.facility($0)?.facility }
    }
}
