internal import Interchange
internal import Synchronization
internal import VisitModel

/// What phones are told of the facilities that were asked for lately.
///
/// An answer names much the same facilities as the one before it, and so looks nothing up. What is kept is as old as the
/// pipeline that it belongs to: where facilities change, another one is made.
final class FenceShelf: Sendable {
    private let known = Mutex(TwoAgeCache<FacilityID, FenceOrder>(limit: 10_000))

    /// What a phone needs to know of facilities.
    ///
    /// - Parameters:
    ///   - ids: the facilities.
    ///   - find: looks one up that was not asked for lately.
    /// - Returns: the orders to watch them, in the same order; one that is not found is left out.
    /// - Throws: what `find` throws.
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
