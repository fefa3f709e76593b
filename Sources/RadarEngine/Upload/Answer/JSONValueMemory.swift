import TrackingModel
import Foundation

/// Lists and objects that were read before, by how they begin.
///
/// A service says nearly the same in every answer: the options to track by, and the same geofences in another order. What
/// stands there again byte for byte needs neither be checked nor be read a second time.
struct JSONValueMemory: Sendable {
    /// What a value was read as.
    enum Reading: Sendable {
        case options(Result<RadarTrackingOptions, TrackingEngineError>)
        case fence(RadarNearbyGeofence)
        case fences([RadarNearbyGeofence])
    }

    /// A value that was read.
    ///
    /// It is looked at far more often than made, and what it was read as may be large.
    private final class Value: Sendable {
        let json: [UInt8]
        let reading: Reading

        init(_ json: [UInt8], _ reading: Reading) {
            self.json = json
            self.reading = reading
        }
    }

    /// How many are remembered until all are forgotten: more than the geofences that any phone watches.
    static let limit = 500

    private var values: [UInt64: Value] = [:]
    /// The list among them, of which only the last is likely to come again.
    private var list: UInt64?

    /// How many there are.
    var count: Int { values.count }

    /// Remembers a value.
    ///
    /// - Parameters:
    ///   - json: its text, an object or a list.
    ///   - reading: what it was read as.
    mutating func insert(_ json: [UInt8], _ reading: Reading) {
        let beginning = json.withUnsafeBufferPointer { Self.beginning(at: 0, in: $0) }
        if values.count >= Self.limit { values.removeAll(keepingCapacity: true) }
        if case .fences = reading {
            if let list { values[list] = nil }
            list = beginning
        }
        values[beginning] = Value(json, reading)
    }

    /// How long the value at a place is, where it is one that was read before.
    ///
    /// - Parameters:
    ///   - place: where an object or a list begins.
    ///   - bytes: the text.
    /// - Returns: its bytes; `nil` for any other.
    func length(at place: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        value(at: place, in: bytes)?.json.count
    }

    /// What the value at a place was read as, where it is one that was read before.
    func reading(at place: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Reading? {
        value(at: place, in: bytes)?.reading
    }

    private func value(at place: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Value? {
        guard !values.isEmpty, let value = values[Self.beginning(at: place, in: bytes)], let start = bytes.baseAddress,
            value.json.count <= bytes.count - place
        else { return nil }
        return memcmp(start + place, value.json, value.json.count) == 0 ? value : nil
    }

    /// A digest of the first bytes, up to the first comma or closing bracket: of a geofence they hold its id (FNV-1a, 64 bit).
    private static func beginning(at place: Int, in bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var digest: UInt64 = 0xCBF2_9CE4_8422_2325
        for index in place..<min(place + 80, bytes.count) {
            switch bytes[index] {
            case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"): return digest
            case let byte: digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3
            }
        }
        return digest
    }
}
