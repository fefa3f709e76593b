internal import VisitModel
internal import TrackingModel
internal import Synchronization

/// Every geofence that an app has added (Transistor, "Geofencing": thousands, of which the nearest are monitored).
public struct StoredGeofences: Hashable, Sendable {
    struct Entry: Hashable, Sendable {
        var record: TrackedGeofence
        let point: EarthPoint
    }

    private(set) var entries: [String: Entry] = [:]
    private(set) var order = LatitudeOrder()
    /// The largest of all radii, in metres; 0 where there are none.
    private var largestRadiusMeters = 0.0
    private var written = WrittenRecords()

    /// Creates an empty store.
    public init() {}

    /// The number of geofences.
    public var count: Int { entries.count }

    /// All geofences, in the byte order of their names.
    public var all: [TrackedGeofence] { names.compactMap { entries[$0]?.record } }

    /// All names, in byte order.
    public var names: [String] { entries.keys.sortedByBytes() }

    /// The record of a name; `nil` where there is none.
    public subscript(identifier: String) -> TrackedGeofence? { entries[identifier]?.record }

    /// Inserts records; one of the same name is replaced.
    mutating func insert(_ records: [TrackedGeofence]) {
        written.forget()
        var replacesLargest = false
        let isBulk = records.count > Self.bulk
        for record in records {
            if !isBulk { removeFromOrder(record.identifier) }
            replacesLargest = replacesLargest || isLargest(record.identifier)
            let point = EarthPoint(record.center)
            entries[record.identifier] = Entry(record: record, point: point)
            largestRadiusMeters = max(largestRadiusMeters, record.radiusMeters)
            if !isBulk { order.insert(record.identifier, latitude: record.center.latitude, point: point) }
        }
        if isBulk { reorder() }
        if replacesLargest { findLargest() }
    }

    mutating func remove(_ identifiers: [String]) {
        written.forget()
        var replacesLargest = false
        let isBulk = identifiers.count > Self.bulk
        for identifier in identifiers {
            if !isBulk { removeFromOrder(identifier) }
            replacesLargest = replacesLargest || isLargest(identifier)
            entries[identifier] = nil
        }
        if isBulk { reorder() }
        if replacesLargest { findLargest() }
    }

    /// Changes the state that the SDK maintains in a record; its position cannot change.
    mutating func update(_ identifier: String, _ change: (inout TrackedGeofence) -> Void) {
        guard var entry = entries[identifier] else { return }
        written.forget()
        change(&entry.record)
        entries[identifier] = entry
    }

    /// The geofences of which the circle may come within a distance of a position: all that do, and a few more.
    ///
    /// The distance is measured along a straight line through the earth; the names have no particular order.
    func names(reaching coordinate: Coordinate, within meters: Double) -> [String] {
        // One metre covers the rounding of numbers of this size.
        order.names(within: meters + largestRadiusMeters + 1, of: coordinate)
    }

    private func isLargest(_ identifier: String) -> Bool {
        entries[identifier].map { $0.record.radiusMeters >= largestRadiusMeters } ?? false
    }

    private mutating func findLargest() {
        largestRadiusMeters = entries.values.reduce(0) { max($0, $1.record.radiusMeters) }
    }

    private mutating func removeFromOrder(_ identifier: String) {
        guard let entry = entries[identifier] else { return }
        order.remove(identifier, latitude: entry.record.center.latitude)
    }

    private mutating func reorder() {
        order = LatitudeOrder(entries.map { ($0.key, $0.value.record.center.latitude, $0.value.point) })
    }

    /// From this many changes on, sorting everything is cheaper than finding each index.
    private static let bulk = 32
}

extension StoredGeofences: Codable {
    /// Decodes the list of records.
    public init(from decoder: any Decoder) throws {
        self.init()
        insert(try decoder.singleValueContainer().decode([TrackedGeofence].self))
    }

    /// Encodes the records as a list, in the byte order of their names.
    public func encode(to encoder: any Encoder) throws {
        if let encoder = encoder as? StateEncoder {
            encoder.append(verbatim: try written.json { try StateJSON.bytes(of: all) })
        } else {
            var container = encoder.singleValueContainer()
            try container.encode(all)
        }
    }
}

/// A cache of the encoded records, so that thousands of unchanged records are not encoded each time.
///
/// It is no part of the stored value: a store equals another with or without it.
struct WrittenRecords: Hashable, Sendable {
    private var box = Box()

    private final class Box: Sendable {
        let json = Mutex<[UInt8]?>(nil)
    }

    /// The records as a JSON list in UTF-8; calls `write` where it is not cached.
    func json(_ write: () throws -> [UInt8]) rethrows -> [UInt8] {
        if let json = box.json.withLock({ $0 }) { return json }
        let json = try write()
        box.json.withLock { $0 = json }
        return json
    }

    /// Drops the cache after a change of the records; unchanged copies of the store keep it.
    mutating func forget() { box = Box() }

    static func == (lhs: WrittenRecords, rhs: WrittenRecords) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
}
