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

    /// The fences that are valid at a time; the same object for every time between two changes, while it is cached.
    public func catalog(at time: Timestamp) -> FenceCatalog { catalog(epoch: epoch(at: time)) }

    /// The fences that are valid after the last change.
    public var latest: FenceCatalog { catalog(epoch: changes.count) }

    /// Builds the catalogues that the next fixes probably need, so that few wait for one.
    ///
    /// They are the latest, the one before it, and those of the times that fixes asked of `previous` last, as many as the
    /// cache holds. Costs a build of each.
    package func prepare(replacing previous: FenceHistory?) {
        var epochs = [changes.count]
        let asked = previous?.cached.filter(\.isAsked).map { $0.start.map(epoch(at:)) ?? 0 } ?? []
        for epoch in [max(0, changes.count - 1)] + asked where !epochs.contains(epoch) { epochs.append(epoch) }
        // The latest is built last, and so is the last to be evicted.
        for epoch in epochs.prefix(cache.withLock(\.capacity)).reversed() { _ = catalog(epoch: epoch, isAsked: false) }
    }

    /// The starts of the cached catalogues, `nil` for the one that is valid before every change, and whether fixes asked
    /// for them; the last used is the first.
    var cached: [(start: Timestamp?, isAsked: Bool)] {
        cache.withLock(\.entries).reversed().map { ($0.epoch > 0 ? changes[$0.epoch - 1] : nil, $0.isAsked) }
    }

    /// The number of changes at or before a time.
    private func epoch(at time: Timestamp) -> Int { changes.indices.partitioningIndex { changes[$0] > time } }

    private func catalog(epoch: Int, isAsked: Bool = true) -> FenceCatalog {
        cache.withLock { $0.place(of: epoch, isAsked: isAsked) }.catalog {
            let start = epoch > 0 ? changes[epoch - 1] : nil
            return FenceCatalog(
                versions.filter { $0.isValid(from: start) }.map(\.fence),
                epoch: epoch,
                validFrom: start,
                validTo: epoch < changes.count ? changes[epoch] : nil
            )
        }
    }
}

/// A least-recently-used cache.
private struct CatalogCache: Sendable {
    let capacity: Int
    /// The last used is the last.
    private(set) var entries: [Entry] = []

    struct Entry: Sendable {
        let epoch: Int
        let place: CatalogPlace
        var isAsked: Bool
    }

    init(capacity: Int) { self.capacity = capacity }

    /// Makes it the last to be evicted.
    mutating func place(of epoch: Int, isAsked: Bool) -> CatalogPlace {
        var entry =
            if let index = entries.firstIndex(where: { $0.epoch == epoch }) {
                entries.remove(at: index)
            } else {
                Entry(epoch: epoch, place: CatalogPlace(), isAsked: false)
            }
        if entries.count == capacity { entries.removeFirst() }
        entry.isAsked = entry.isAsked || isAsked
        entries.append(entry)
        return entry.place
    }
}

/// A catalogue that is built on first use; only those who need the same one wait for the build.
private final class CatalogPlace: Sendable {
    private let built = Mutex<FenceCatalog?>(nil)

    func catalog(_ build: () -> FenceCatalog) -> FenceCatalog {
        built.withLock { known in
            if let known { return known }
            let catalog = build()
            known = catalog
            return catalog
        }
    }
}
