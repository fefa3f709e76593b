internal import TrackingModel

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
