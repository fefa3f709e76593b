public import TrackingModel

/// A whole number of some unit, 0 or more, as Radar's options carry them.
///
/// `Unit` only keeps seconds, metres and fences apart. The numbers in a program's text are checked by the compiler:
/// `options.stopDistance = -70` does not build.
public struct WholeAmount<Unit>: Hashable, Sendable, Codable {
    /// The largest amount that Radar's own 32-bit numbers hold.
    public static var maximum: Int { Int(Int32.max) }

    /// How many.
    public let count: Int

    /// Checks and takes a number.
    ///
    /// - Parameter count: 0...`maximum`.
    /// - Throws: `TrackingEngineError` with code `options`.
    public init(_ count: Int) throws(TrackingEngineError) {
        guard (0...Self.maximum).contains(count) else {
            throw TrackingEngineError(
                .options,
                "\(count) is out of range, expected a whole number from 0 to \(Self.maximum)"
            )
        }
        self.count = count
    }

    /// Reads a number.
    ///
    /// - Parameter decoder: holds one whole number.
    /// - Throws: `DecodingError`, or `TrackingEngineError` with code `options` for one that is out of range.
    public init(from decoder: any Decoder) throws {
        try self.init(try decoder.singleValueContainer().decode(Int.self))
    }

    /// Writes the number alone.
    ///
    /// - Parameter encoder: gets one whole number.
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(count)
    }
}

extension WholeAmount: ExpressibleByIntegerLiteral {
    /// Takes a number of the program's text.
    ///
    /// - Parameter value: 0 or more; above `maximum` it is `maximum`.
    public init(integerLiteral value: UInt32) {
        self.count = min(Int(value), Self.maximum)
    }
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
    /// The length of time.
    public var duration: Duration { .seconds(count) }
}

extension WholeAmount<MeterUnit> {
    /// The length in metres.
    public var meters: Double { Double(count) }
}
