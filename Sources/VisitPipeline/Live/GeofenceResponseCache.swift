internal import Interchange
internal import Synchronization
internal import VisitModel

/// A cache of the geofences of facilities that were delivered recently.
///
/// Responses mostly name the same facilities as the previous ones, and so need no query. The cache belongs to one
/// pipeline, which is replaced where facilities change.
final class GeofenceResponseCache: Sendable {
    private let known = Mutex(GenerationalCache<FacilityID, FenceOrder>(limit: 10_000))

    /// Returns the geofences in the order of the facilities; a facility that is not found is left out.
    ///
    /// `find` reads a facility that is not cached.
    func orders(of ids: [FacilityID], _ find: (FacilityID) throws -> Facility?) rethrows -> [FenceOrder] {
        guard !ids.isEmpty else { return [] }
        var orders = known.withLock { known in ids.map { known.value(of: $0) } }
        for (index, id) in ids.enumerated() where orders[index] == nil {
            guard let order = try find(id).map(FenceOrder.init) else { continue }
            orders[index] = order
            known.withLock { $0.insert(order, for: id) }
        }
        return orders.compactMap(\.self)
    }
}
