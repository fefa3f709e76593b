internal import TrackingModel
internal import Foundation

/// A cache of decoded arrays and objects, keyed by the first bytes of their text.
///
/// A server repeats nearly the same content in every response: the tracking options, and the same geofences in a
/// different order. A value that is repeated byte for byte is neither checked nor decoded again.
struct JSONValueCache: Sendable {
    enum Decoded: Sendable {
        case options(Result<RadarTrackingOptions, TrackingEngineError>)
        case fence(RadarNearbyGeofence)
        case fences([RadarNearbyGeofence])
    }

    /// A class because values are looked up far more often than created, and the decoded form can be large.
    private final class Value: Sendable {
        let json: [UInt8]
        let decoded: Decoded

        init(_ json: [UInt8], _ decoded: Decoded) {
            self.json = json
            self.decoded = decoded
        }
    }

    /// The maximum number of values, after which the cache is emptied: more than the geofences that any phone monitors.
    static let limit = 500

    private var values: [UInt64: Value] = [:]
    /// The key of the cached array; only the last one is likely to be repeated.
    private var list: UInt64?
    var count: Int { values.count }

    mutating func insert(_ json: [UInt8], _ value: Decoded) {
        let beginning = json.withUnsafeBufferPointer { Self.beginning(at: 0, in: $0) }
        if values.count >= Self.limit { values.removeAll(keepingCapacity: true) }
        if case .fences = value {
            if let list { values[list] = nil }
            list = beginning
        }
        values[beginning] = Value(json, value)
    }

    /// The length in bytes of the value at an offset at which an object or an array begins; `nil` if it is not cached.
    func length(at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        value(at: offset, in: bytes)?.json.count
    }

    /// The decoded form of the value at an offset, if it is cached.
    func decoded(at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Decoded? {
        value(at: offset, in: bytes)?.decoded
    }

    private func value(at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Value? {
        guard !values.isEmpty, let value = values[Self.beginning(at: offset, in: bytes)], let start = bytes.baseAddress,
            value.json.count <= bytes.count - offset
        else { return nil }
        return memcmp(start + offset, value.json, value.json.count) == 0 ? value : nil
    }

    /// A digest of the first bytes, up to the first comma or closing bracket; a geofence has its id there (FNV-1a, 64
    /// bit).
    private static func beginning(at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var digest: UInt64 = 0xCBF2_9CE4_8422_2325
        for index in offset..<min(offset + 80, bytes.count) {
            switch bytes[index] {
            case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"): return digest
            case let byte: digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3
            }
        }
        return digest
    }
}
