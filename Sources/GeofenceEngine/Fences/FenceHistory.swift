internal import Synchronization
public import VisitModel

/// The fences of all times: each fix is evaluated with the fences of its day.
///
/// Between two changes one catalogue is valid. It is built on first use, because a history can contain many changes of
/// which a replay needs few; the last few built are cached.
public final class FenceHistory: Sendable {
    /// One shape of one facility's fence, and its period of validity.
    public struct Version: Hashable, Sendable {
        /// The fence.
        public let fence: Fence
        /// The start of its validity; `nil` means always.
        public let validFrom: Timestamp?
        /// The end of its validity, exclusive; `nil` means it is still valid.
        public let validTo: Timestamp?

        /// Creates a version; one that ends before it begins is never valid.
        public init(fence: Fence, validFrom: Timestamp? = nil, validTo: Timestamp? = nil) {
            self.fence = fence
            self.validFrom = validFrom
            self.validTo = validTo
        }

        fileprivate func isValid(from start: Timestamp?) -> Bool {
            guard let start else { return validFrom == nil }
            return validFrom.map { $0 <= start } ?? true && validTo.map { $0 > start } ?? true
        }
    }

    /// The versions, in the order given.
    public let versions: [Version]
    /// The times at which a version becomes valid or invalid, in order.
    public let changes: [Timestamp]
    private let cache: Mutex<CatalogCache>

    /// Creates a history from the versions of every fence, in any order.
    ///
    /// Where two versions of a key are valid at one time, the later in the array is used. `cachedCatalogs` counts as at
    /// least 1.
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

    /// The fences that are valid at a time; the same object for every time between two changes.
    public func catalog(at time: Timestamp) -> FenceCatalog { catalog(epoch: epoch(at: time)) }

    /// The fences that are valid after the last change.
    public var latest: FenceCatalog { catalog(epoch: changes.count) }

    /// Builds the catalogues that the newest fixes need, the latest and the one before it, so that no fix waits for them.
    package func prepareLatest() {
        for epoch in max(0, changes.count - 1)...changes.count { _ = catalog(epoch: epoch) }
    }

    /// The number of changes at or before a time.
    private func epoch(at time: Timestamp) -> Int { changes.indices.partitioningIndex { changes[$0] > time } }

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

/// A least-recently-used cache.
private struct CatalogCache: Sendable {
    let capacity: Int
    private var catalogs: [FenceCatalog] = []

    init(capacity: Int) { self.capacity = capacity }

    /// Makes it the last to be evicted.
    mutating func catalog(epoch: Int) -> FenceCatalog? {
        guard let index = catalogs.firstIndex(where: { $0.epoch == epoch }) else { return nil }
        let catalog = catalogs.remove(at: index)
        catalogs.append(catalog)
        return catalog
    }

    mutating func insert(_ catalog: FenceCatalog) {
        if catalogs.count == capacity { catalogs.removeFirst() }
        catalogs.append(catalog)
    }
}
