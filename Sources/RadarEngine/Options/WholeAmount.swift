public import TrackingModel
/// A non-negative whole number with a unit, as in Radar's options.
///
/// `Unit` only distinguishes seconds, metres and fences. The compiler rejects negative literals: `options.stopDistance
/// = -70` does not build.
public struct WholeAmount<Unit>: Hashable, Sendable, Codable {
    /// The largest amount that Radar's own 32-bit numbers can hold.
    public static var maximum: Int { Int(Int32.max) }

    /// The number of units.
    public let count: Int

    /// Creates an amount; throws `TrackingEngineError` with code `options` for a number outside 0...`maximum`.
    public init(_ count: Int) throws(TrackingEngineError) {
        guard (0...Self.maximum).contains(count) else {
            throw TrackingEngineError(
                .options,
                "\(count) is out of range, expected a whole number from 0 to \(Self.maximum)"
            )
        }
        self.count = count
    }

    /// Decodes one whole number; throws `TrackingEngineError` with code `options` for a number out of range.
    public init(from decoder: any Decoder) throws {
        try self.init(try decoder.singleValueContainer().decode(Int.self))
    }

    /// Encodes the number alone.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(count)
    }
}

extension WholeAmount: ExpressibleByIntegerLiteral {
    /// Creates an amount from a literal; above `maximum` it is `maximum`.
    public init(integerLiteral value: UInt32) { self.count = min(Int(value), Self.maximum) }
}

extension WholeAmount: Comparable {
    /// Orders by size.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.count < rhs.count }
}

extension WholeAmount: CustomStringConvertible {
    /// The number alone.
    public var description: String { String(count) }
}

/// The unit of an amount of seconds.
public enum SecondUnit {}
/// The unit of an amount of metres.
public enum MeterUnit {}
/// The unit of a number of geofences.
public enum GeofenceUnit {}

/// Whole seconds, 0 or more.
public typealias WholeSeconds = WholeAmount<SecondUnit>
/// Whole metres, 0 or more.
public typealias WholeMeters = WholeAmount<MeterUnit>
/// A number of geofences, 0 or more.
public typealias GeofenceCount = WholeAmount<GeofenceUnit>

extension WholeAmount<SecondUnit> {
    /// The amount as a duration.
    public var duration: Duration { .seconds(count) }
}

extension WholeAmount<MeterUnit> {
    /// The length in metres.
    public var meters: Double { Double(count) }
}
