public import VisitModel

/// The number of fences a device may register, and what besides distance earns a slot.
public struct SelectionRules: Hashable, Sendable {
    /// The largest number of registered fences; `nil` registers all.
    public let limit: Int?
    /// The number of slots reserved for the member's most visited facilities, wherever they are.
    public let preferVisited: Int

    /// Creates rules; negative numbers count as 0.
    public init(limit: Int?, preferVisited: Int = 0) {
        self.limit = limit.map { max(0, $0) }
        self.preferVisited = max(0, preferVisited)
    }

    /// Creates the rules of a platform.
    ///
    /// `reservedSlots` of its limit are those that the app needs for something else, for instance a movement trigger.
    public init(platform: Platform, reservedSlots: Int = 0, preferVisited: Int = 0) {
        self.init(limit: platform.geofenceLimit - max(0, reservedSlots), preferVisited: preferVisited)
    }
}

/// The fences to register.
public enum Selection: Hashable, Sendable {
    /// These, sorted by key.
    case fences([FenceKey])
    /// The whole catalogue: there is neither a limit nor a list.
    case everything

    /// The keys of the selection, in order.
    public func keys(in catalog: FenceCatalog) -> [FenceKey] {
        switch self {
        case .fences(let keys): keys
        case .everything: catalog.fences.map(\.key)
        }
    }
}
