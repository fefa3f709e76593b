internal import TrackingModel
/// A type that an option can have, convertible from and to a JSON value.
protocol ConfigConvertible: Hashable, Sendable {
    /// The expected value as a message describes it, for instance `true or false`.
    static var expected: String { get }

    /// Converts a JSON value; `nil` where the type does not match.
    init?(configValue: ConfigValue)

    /// The JSON value that converts to this one.
    var configValue: ConfigValue { get }
}

extension Bool: ConfigConvertible {
    static var expected: String { "true or false" }

    init?(configValue: ConfigValue) {
        guard case .bool(let bool) = configValue else { return nil }
        self = bool
    }

    var configValue: ConfigValue { .bool(self) }
}

extension Int: ConfigConvertible {
    static var expected: String { "a whole number" }

    init?(configValue: ConfigValue) {
        guard case .integer(let integer) = configValue else { return nil }
        self.init(exactly: integer)
    }

    var configValue: ConfigValue { .integer(Int64(self)) }
}

extension Double: ConfigConvertible {
    static var expected: String { "a number" }

    init?(configValue: ConfigValue) {
        guard let number = configValue.number, number.isFinite else { return nil }
        self = number
    }

    var configValue: ConfigValue { .number(self) }
}

extension String: ConfigConvertible {
    static var expected: String { "a text" }

    init?(configValue: ConfigValue) {
        guard case .text(let text) = configValue else { return nil }
        self = text
    }

    var configValue: ConfigValue { .text(self) }
}

extension ConfigValue: ConfigConvertible {
    static var expected: String { "any value" }

    init?(configValue: ConfigValue) { self = configValue }

    var configValue: ConfigValue { self }
}
