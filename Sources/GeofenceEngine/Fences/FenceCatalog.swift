public import VisitModel

/// All fences that are valid at one time, with lookup by key, facility and distance.
///
/// Immutable and shared: every device evaluated at that time reads the same object. Catalogues are compared by
/// identity.
public final class FenceCatalog: Sendable {
    /// The catalogue's number in its history, counted from 0; a later one has a higher number.
    public let epoch: Int
    /// The start of the catalogue's validity; `nil` means always.
    public let validFrom: Timestamp?
    /// The end of its validity, exclusive; `nil` means never.
    public let validTo: Timestamp?
    /// The fences in the order of their keys.
    public let fences: [Fence]
    /// The nearest-fence search over `fences`.
    public let index: FenceIndex
    private let positions: KeyPositions
    private let positionsByFacility: [FacilityID: Int32]

    /// Creates a catalogue; of several fences with one key the last is kept.
    public init(_ fences: [Fence], epoch: Int = 0, validFrom: Timestamp? = nil, validTo: Timestamp? = nil) {
        self.epoch = epoch
        self.validFrom = validFrom
        self.validTo = validTo
        let sorted = Self.sortedByKey(fences)
        self.fences = sorted
        self.index = FenceIndex(sorted)
        self.positions = KeyPositions(sorted)
        var positionsByFacility: [FacilityID: Int32] = [:]
        positionsByFacility.reserveCapacity(sorted.count)
        for (position, fence) in sorted.enumerated() { positionsByFacility[fence.facility] = Int32(position) }
        self.positionsByFacility = positionsByFacility
    }

    /// A catalogue without fences.
    public static let empty = FenceCatalog([])

    /// The number of fences.
    public var count: Int { fences.count }

    /// The fence with a key.
    public subscript(key: FenceKey) -> Fence? { position(of: key).map { fences[$0] } }

    /// The fence of a facility.
    public subscript(facility: FacilityID) -> Fence? { positionsByFacility[facility].map { fences[Int($0)] } }

    /// The index of a key in `fences`.
    ///
    /// Hot loops keep the index and read `fences` through it.
    public func position(of key: FenceKey) -> Int? { positions.position(of: key, in: fences) }

    /// Whether another fence is so near that fixes of a stay may lie in both.
    ///
    /// Its edge lies within 40 m of the fence's own, twice the distance at which an exit is decided.
    func hasNeighbors(of fence: Fence) -> Bool {
        var search = FenceSearch()
        let center = fence.geofence.center
        index.nearest(2, to: center, EarthPoint(center), using: &search)
        return search.found.contains { isNeighbor($0, of: fence) }
    }

    /// The fences that `hasNeighbors` inspects, nearest first; at most 50.
    func neighbors(of fence: Fence) -> [Fence] {
        var search = FenceSearch()
        let center = fence.geofence.center
        index.nearest(51, to: center, EarthPoint(center), using: &search)
        return search.found.filter { isNeighbor($0, of: fence) }.map { fences[$0.position] }
    }

    private func isNeighbor(_ found: NearbyFence, of fence: Fence) -> Bool {
        fences[found.position].key != fence.key && found.edgeMeters <= fence.reachMeters + Self.neighborMeters
    }

    /// The largest distance between the edges of neighbours.
    private static let neighborMeters = 40.0

    /// Of an equal key the last is kept.
    private static func sortedByKey(_ fences: [Fence]) -> [Fence] {
        let isSorted = zip(fences, fences.dropFirst()).allSatisfy { $0.key < $1.key }
        guard !isSorted else { return fences }
        // The sort is stable because the index in the input is part of the order.
        let order = fences.indices.sorted { (fences[$0].key, $0) < (fences[$1].key, $1) }
        var sorted: [Fence] = []
        sorted.reserveCapacity(fences.count)
        for index in order {
            if sorted.last?.key == fences[index].key { sorted.removeLast() }
            sorted.append(fences[index])
        }
        return sorted
    }
}

/// A lookup from a key to its index in an array of fences sorted by key.
///
/// The store numbers its facilities consecutively, so a table over the span of the keys is small and a lookup is one
/// read. Sparse keys are found by binary search.
private struct KeyPositions: Sendable {
    private let first: Int
    /// One entry for each number from `first` on, -1 where no fence has it; empty where the keys are sparse.
    private let table: [Int32]

    /// The fences are sorted by key, each key once.
    init(_ fences: [Fence]) {
        let first = fences.first.map { Int($0.key.rawValue) } ?? 0
        let span = (fences.last.map { Int($0.key.rawValue) } ?? first) - first + 1
        self.first = first
        guard span <= 8 * fences.count + 1024 else {
            self.table = []
            return
        }
        var table = [Int32](repeating: -1, count: span)
        for (position, fence) in fences.enumerated() {
            table[Int(fence.key.rawValue) - first] = Int32(position)
        }
        self.table = table
    }

    func position(of key: FenceKey, in fences: [Fence]) -> Int? {
        if table.isEmpty {
            let position = fences.indices.partitioningIndex { fences[$0].key >= key }
            return position < fences.count && fences[position].key == key ? position : nil
        }
        let offset = Int(key.rawValue) - first
        guard table.indices.contains(offset), table[offset] >= 0 else { return nil }
        return Int(table[offset])
    }
}

extension [FenceKey] {
    /// The index of the first key in sorted keys that is not less.
    func place(of key: FenceKey) -> Int { indices.partitioningIndex { self[$0] >= key } }

    func containsSorted(_ key: FenceKey) -> Bool {
        let position = place(of: key)
        return position < count && self[position] == key
    }
}
