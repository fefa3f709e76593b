internal import Synchronization
public import VisitModel

/// The fences of all times: a fix is judged by the fences of its day.
///
/// Between two changes one catalogue holds. It is built when it is first asked for, because a history can hold many
/// changes of which a replay touches few; the last few built are kept.
public final class FenceHistory: Sendable {
    /// One shape of one facility's fence, and when it held.
    public struct Version: Hashable, Sendable {
        /// The fence.
        public let fence: Fence
        /// When it began to hold; `nil` means since ever.
        public let validFrom: Timestamp?
        /// When it ceased to hold, that moment left out; `nil` means it still does.
        public let validTo: Timestamp?

        /// Makes a version.
        ///
        /// - Parameters:
        ///   - fence: the fence.
        ///   - validFrom: when it began to hold.
        ///   - validTo: when it ceased to hold; a version that ends before it begins never held.
        public init(fence: Fence, validFrom: Timestamp? = nil, validTo: Timestamp? = nil) {
            self.fence = fence
            self.validFrom = validFrom
            self.validTo = validTo
        }

        /// Whether the fence holds at a time.
        fileprivate func isValid(from start: Timestamp?) -> Bool {
            guard let start else { return validFrom == nil }
            return validFrom.map { $0 <= start } ?? true && validTo.map { $0 > start } ?? true
        }
    }

    /// The versions, in the order given.
    public let versions: [Version]
    /// The moments at which something begins or ceases to hold, in order.
    public let changes: [Timestamp]
    private let cache: Mutex<CatalogCache>

    /// Takes the versions of every fence.
    ///
    /// - Parameters:
    ///   - versions: in any order. Where two versions of a key hold at one time, the later in this array is taken.
    ///   - cachedCatalogs: how many catalogues are kept once built, at least 1.
    public init(_ versions: [Version], cachedCatalogs: Int = 4) {
        self.versions = versions
        var changes: Set<Timestamp> = []
        for version in versions {
            if let start = version.validFrom { changes.insert(start) }
            if let end = version.validTo { changes.insert(end) }
        }
        self.changes = changes.sorted()
        self.cache = Mutex(CatalogCache(capacity: max(1, cachedCatalogs)))
    }

    /// The fences that hold at a time.
    ///
    /// - Parameter time: the time of a fix.
    /// - Returns: the same object for every time between two changes.
    public func catalog(at time: Timestamp) -> FenceCatalog {
        catalog(epoch: epoch(at: time))
    }

    /// The fences that hold now and from now on: those after the last change.
    public var latest: FenceCatalog { catalog(epoch: changes.count) }

    /// How many changes lie at or before a time.
    private func epoch(at time: Timestamp) -> Int {
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle] <= time {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    /// The catalogue after a number of changes.
    private func catalog(epoch: Int) -> FenceCatalog {
        // Built under the lock: two replays that need the same catalogue wait for one build instead of doing two.
        cache.withLock { cache in
            if let known = cache.catalog(epoch: epoch) { return known }
            let start = epoch > 0 ? changes[epoch - 1] : nil
            let catalog = FenceCatalog(
                versions.filter { $0.isValid(from: start) }.map(\.fence),
                epoch: epoch,
                validFrom: start,
                validTo: epoch < changes.count ? changes[epoch] : nil
            )
            cache.insert(catalog)
            return catalog
        }
    }
}

/// The catalogues built last.
private struct CatalogCache: Sendable {
    let capacity: Int
    private var catalogs: [FenceCatalog] = []

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// A kept catalogue, which is then the last to be dropped.
    mutating func catalog(epoch: Int) -> FenceCatalog? {
        guard let index = catalogs.firstIndex(where: { $0.epoch == epoch }) else { return nil }
        let catalog = catalogs.remove(at: index)
        catalogs.append(catalog)
        return catalog
    }

    /// Keeps a catalogue in place of the one not asked for the longest.
    mutating func insert(_ catalog: FenceCatalog) {
        if catalogs.count == capacity {
            catalogs.removeFirst()
        }
        catalogs.append(catalog)
    }
}
