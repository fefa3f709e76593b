// An app writes its own values as they are: `extras: ["route_id": 123]`.

extension ConfigValue: ExpressibleByBooleanLiteral {
    /// Creates `bool`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension ConfigValue: ExpressibleByIntegerLiteral {
    /// Creates `integer`.
    public init(integerLiteral value: Int64) { self = .integer(value) }
}

extension ConfigValue: ExpressibleByFloatLiteral {
    /// Creates a number as `number(_:)` does: `integer` for a literal without a fraction, such as 2.0.
    public init(floatLiteral value: Double) { self = .number(value) }
}

extension ConfigValue: ExpressibleByStringLiteral {
    /// Creates `text`.
    public init(stringLiteral value: String) { self = .text(value) }
}

extension ConfigValue: ExpressibleByArrayLiteral {
    /// Creates `list`.
    public init(arrayLiteral elements: ConfigValue...) { self = .list(elements) }
}

extension ConfigValue: ExpressibleByDictionaryLiteral {
    /// Creates `object`; of equal keys the last one counts.
    public init(dictionaryLiteral elements: (String, ConfigValue)...) {
        self = .object(Dictionary(elements) { $1 })
    }
}
