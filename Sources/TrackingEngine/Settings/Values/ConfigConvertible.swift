internal import TrackingModel

/// A type that an option can have, convertible from and to a JSON value.
protocol ConfigConvertible: Hashable, Sendable {
    /// The expected value as a message describes it, for instance `true or false`.
    static var expected: String { get }

    /// Converts a JSON value; `nil` where the type does not match.
    init?(configValue: ConfigValue)

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

extension Optional: ConfigConvertible where Wrapped: ConfigConvertible {
    static var expected: String { "\(Wrapped.expected), or null" }

    init?(configValue: ConfigValue) {
        if configValue == .null {
            self = .none
        } else if let wrapped = Wrapped(configValue: configValue) {
            self = .some(wrapped)
        } else {
            return nil
        }
    }

    var configValue: ConfigValue { map(\.configValue) ?? .null }
}

extension Array: ConfigConvertible where Element: ConfigConvertible {
    static var expected: String { "a list, each entry \(Element.expected)" }

    init?(configValue: ConfigValue) {
        guard case .list(let list) = configValue else { return nil }
        var elements: [Element] = []
        for value in list {
            guard let element = Element(configValue: value) else { return nil }
            elements.append(element)
        }
        self = elements
    }

    var configValue: ConfigValue { .list(map(\.configValue)) }
}

extension Dictionary: ConfigConvertible where Key == String, Value: ConfigConvertible {
    static var expected: String { "an object, each value \(Value.expected)" }

    init?(configValue: ConfigValue) {
        guard case .object(let object) = configValue else { return nil }
        var values: [String: Value] = [:]
        for (key, value) in object {
            guard let value = Value(configValue: value) else { return nil }
            values[key] = value
        }
        self = values
    }

    var configValue: ConfigValue { .object(mapValues(\.configValue)) }
}

/// An enumeration that documents encode as a word, for instance `"Always"`.
///
/// Parsing ignores case: the vendor's documents write `JWT` and its constants `jwt`.
protocol ConfigWord: ConfigConvertible, RawRepresentable, CaseIterable where RawValue == String {}

extension ConfigWord {
    static var expected: String { "one of " + allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ") }

    init?(configValue: ConfigValue) {
        guard case .text(let text) = configValue else { return nil }
        guard let word = Self.allCases.first(where: { $0.rawValue.lowercased() == text.lowercased() }) else {
            return nil
        }
        self = word
    }

    var configValue: ConfigValue { .text(rawValue) }
}

/// An enumeration that documents encode as a number; the name of the case is accepted too.
protocol ConfigNumber: ConfigConvertible, RawRepresentable, CaseIterable where RawValue == Int {}

extension ConfigNumber {
    static var expected: String { "one of " + allCases.map { "\($0.rawValue) (\($0))" }.joined(separator: ", ") }

    init?(configValue: ConfigValue) {
        switch configValue {
        case .integer(let number):
            guard let number = Int(exactly: number) else { return nil }
            self.init(rawValue: number)
        case .text(let text):
            guard let named = Self.allCases.first(where: { "\($0)".lowercased() == text.lowercased() }) else {
                return nil
            }
            self = named
        default: return nil
        }
    }

    var configValue: ConfigValue { .integer(Int64(rawValue)) }
}
