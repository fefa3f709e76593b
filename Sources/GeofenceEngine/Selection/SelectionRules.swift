public import VisitModel

/// How many fences a device may have registered, and what besides nearness earns a slot.
public struct SelectionRules: Hashable, Sendable {
    /// How many fences are registered at most; `nil` registers all.
    public let limit: Int?
    /// How many slots are kept for the member's most visited facilities, wherever they are.
    public let preferVisited: Int

    /// Makes rules.
    ///
    /// - Parameters:
    ///   - limit: how many fences are registered at most, `nil` for all; negative is taken as 0.
    ///   - preferVisited: slots for the most visited facilities; negative is taken as 0.
    public init(limit: Int?, preferVisited: Int = 0) {
        self.limit = limit.map { max(0, $0) }
        self.preferVisited = max(0, preferVisited)
    }

    /// Makes the rules of a platform.
    ///
    /// - Parameters:
    ///   - platform: the phone's operating system.
    ///   - reservedSlots: slots of the platform's limit that the app needs for something else, for instance a movement
    ///     trigger.
    ///   - preferVisited: slots for the most visited facilities.
    public init(platform: Platform, reservedSlots: Int = 0, preferVisited: Int = 0) {
        self.init(limit: platform.geofenceLimit - max(0, reservedSlots), preferVisited: preferVisited)
    }
}

/// The fences that are to be registered.
public enum Selection: Hashable, Sendable {
    /// These, in the order of their keys.
    case fences([FenceKey])
    /// All of the catalogue: there is no limit and no list.
    case everything

    /// The keys of the selection.
    ///
    /// - Parameter catalog: the catalogue selected from.
    /// - Returns: keys in order.
    public func keys(in catalog: FenceCatalog) -> [FenceKey] {
        switch self {
        case .fences(let keys): keys
        case .everything: catalog.fences.map(\.key)
        }
    }
}
