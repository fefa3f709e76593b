internal import TrackingModel
/// The desired accuracy of fixes, which decides the receivers that are powered.
///
/// A positive value is a number of metres, as in Core Location; the two negative ones are Core Location's constants for
/// navigation and for the best. Transistor types, DesiredAccuracy; Apple, CLLocationAccuracy.
public struct DesiredAccuracy: RawRepresentable, Hashable, Sendable, Codable {
    /// −2, −1, or metres of 0 or more.
    public let rawValue: Double

    /// Creates an accuracy from −2, −1, or metres of 0 or more; `nil` for any other number.
    public init?(rawValue: Double) {
        guard rawValue == -2 || rawValue == -1 || (rawValue >= 0 && rawValue.isFinite) else { return nil }
        self.rawValue = rawValue
    }

    private init(_ rawValue: Double) { self.rawValue = rawValue }

    /// The most accurate, with additional sensors; iOS only, on Android the same as `high`.
    public static let navigation = DesiredAccuracy(-2)
    /// Satellites, Wi-Fi and cells.
    public static let high = DesiredAccuracy(-1)
    /// Wi-Fi and cells.
    public static let medium = DesiredAccuracy(10)
    /// Wi-Fi with little power, and cells.
    public static let low = DesiredAccuracy(100)
    /// Cells alone.
    public static let veryLow = DesiredAccuracy(1000)
    /// The least power; iOS only, on Android the same as `veryLow`.
    public static let lowest = DesiredAccuracy(3000)

    /// The named values with their names, most accurate first.
    static let named: [(name: String, accuracy: DesiredAccuracy)] = [
        ("navigation", .navigation), ("high", .high), ("medium", .medium), ("low", .low), ("veryLow", .veryLow),
        ("lowest", .lowest),
    ]

    /// Whether the satellite receiver is powered: only for values under 10 metres (`medium`), which count as `high`.
    ///
    /// Speed, heading and altitude come only from satellites.
    public var usesSatellites: Bool { rawValue < Self.medium.rawValue }
}

extension DesiredAccuracy: ConfigConvertible {
    static var expected: String {
        "-2, -1, a number of metres, or one of " + named.map { "\"\($0.name)\"" }.joined(separator: ", ")
    }

    init?(configValue: ConfigValue) {
        if case .text(let text) = configValue {
            guard let named = Self.named.first(where: { $0.name.lowercased() == text.lowercased() }) else { return nil }
            self = named.accuracy
        } else {
            guard let number = configValue.number else { return nil }
            self.init(rawValue: number)
        }
    }

    var configValue: ConfigValue { .number(rawValue) }
}

extension DesiredAccuracy: CustomStringConvertible {
    /// The name, or the metres.
    public var description: String { Self.named.first { $0.accuracy == self }?.name ?? "\(rawValue) m" }
}
