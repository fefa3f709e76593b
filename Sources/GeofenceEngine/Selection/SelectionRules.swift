public import VisitModel

/// The number of fences a device may register, and what besides distance earns a slot.
public struct SelectionRules: Hashable, Sendable {
    /// The largest number of registered fences; `nil` registers all.
    public let limit: Int?
    /// The number of slots reserved for the member's most visited facilities, wherever they are.
    public let preferVisited: Int

    /// Creates rules.
    ///
    /// - Parameters:
    ///   - limit: the largest number of registered fences, `nil` for all; negative means 0.
    ///   - preferVisited: slots for the most visited facilities; negative means 0.
    public init(limit: Int?, preferVisited: Int = 0) {
        self.limit = limit.map { max(0, $0) }
        self.preferVisited = max(0, preferVisited)
    }

    /// Creates the rules of a platform.
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

/// The fences to register.
public enum Selection: Hashable, Sendable {
    /// These, sorted by key.
    case fences([FenceKey])
    /// The whole catalogue: there is neither a limit nor a list.
    case everything

    /// The keys of the selection.
    ///
    /// - Parameter catalog: the catalogue of the selection.
    /// - Returns: keys in order.
    public func keys(in catalog: FenceCatalog) -> [FenceKey] {
        switch self {
        case .fences(let keys): keys
        case .everything: catalog.fences.map(\.key)
        }
    }
}
