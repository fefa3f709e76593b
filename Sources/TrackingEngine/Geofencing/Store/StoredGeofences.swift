import TrackingModel
import VisitModel

/// Every geofence that an app has added, however many.
///
/// Transistor, "Geofencing": thousands may be stored, of which the nearest are watched.
public struct StoredGeofences: Hashable, Sendable {
    /// A record and where it is.
    struct Entry: Hashable, Sendable {
        var record: TrackedGeofence
        let point: EarthPoint
    }

    private(set) var entries: [String: Entry] = [:]
    private(set) var order = LatitudeOrder()
    /// The largest radius of all, in metres; 0 where there are none.
    private var largestRadiusMeters = 0.0
    private var written = WrittenRecords()

    /// Makes an empty store.
    public init() {}

    /// How many there are.
    public var count: Int { entries.count }

    /// All of them, in the order of their names.
    public var all: [TrackedGeofence] { names.compactMap { entries[$0]?.record } }

    /// All names, in the order of their bytes.
    public var names: [String] { entries.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }

    /// The record of a name.
    ///
    /// - Parameter identifier: the geofence's name.
    /// - Returns: `nil` where there is none.
    public subscript(identifier: String) -> TrackedGeofence? { entries[identifier]?.record }

    /// Puts records in; one of the same name is replaced.
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

    /// Takes records out.
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

    /// Changes what the SDK keeps of a record; its place can't change.
    mutating func update(_ identifier: String, _ change: (inout TrackedGeofence) -> Void) {
        guard var entry = entries[identifier] else { return }
        written.forget()
        change(&entry.record)
        entries[identifier] = entry
    }

    /// The geofences whose circle may come within a distance of a place: all that do, and a few more.
    ///
    /// - Parameters:
    ///   - coordinate: the place.
    ///   - meters: the distance along a straight line through the earth.
    /// - Returns: their names, in no order that means anything.
    func names(reaching coordinate: Coordinate, within meters: Double) -> [String] {
        // A metre more, for what numbers of this size are rounded by.
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

    /// From this many changes on, sorting everything is cheaper than finding each place.
    private static let bulk = 32
}

extension StoredGeofences: Codable {
    /// Reads the list of records.
    ///
    /// - Parameter decoder: holds what `encode(to:)` wrote.
    /// - Throws: what reading a record throws.
    public init(from decoder: any Decoder) throws {
        self.init()
        insert(try decoder.singleValueContainer().decode([TrackedGeofence].self))
    }

    /// Writes the records in the order of their names.
    ///
    /// - Parameter encoder: gets a list.
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        if let encoder = encoder as? StateEncoder {
            encoder.append(verbatim: try written.json { try StateJSON.bytes(of: all) })
        } else {
            var container = encoder.singleValueContainer()
            try container.encode(all)
        }
    }
}
