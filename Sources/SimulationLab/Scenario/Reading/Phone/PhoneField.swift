/// One field of a scenario's `phone` group: its key, its allowed values, and where it is stored.
struct PhoneField<Root> {
    /// The key: the property's name in snake case.
    let key: String
    /// Reads the value from a file.
    let read: (ScenarioValue, inout Root, inout ScenarioFaults) -> Void
    /// A row for each value: its key, its current text, and its allowed values.
    let rows: (Root) -> [PhoneFieldRow]
}

/// A value of the `phone` group in words.
struct PhoneFieldRow: Equatable {
    /// The path of keys: `android.slots`.
    let key: String
    /// The value as written in a file.
    let text: String
    /// The allowed values in words.
    let allowed: String
}

extension PhoneField {
    /// A field with a single value.
    private static func value<Value>(
        _ key: String,
        _ path: WritableKeyPath<Root, Value>,
        _ allowed: String,
        text: @escaping (Value) -> String,
        read: @escaping (ScenarioValue) throws -> Value
    ) -> PhoneField {
        PhoneField(
            key: key,
            read: { value, root, faults in
                do {
                    root[keyPath: path] = try read(value)
                } catch {
                    faults.add(value.line, value.key, (error as? Problem)?.message ?? "\(error)")
                }
            },
            rows: { [PhoneFieldRow(key: key, text: text($0[keyPath: path]), allowed: allowed)] }
        )
    }

    /// A number in a range.
    static func number(_ key: String, _ path: WritableKeyPath<Root, Double>, _ range: ClosedRange<Double>) -> Self {
        value(key, path, words(for: range), text: shortText) { try $0.number(range) }
    }

    /// A number in a range, or null.
    static func optional(_ key: String, _ path: WritableKeyPath<Root, Double?>, _ range: ClosedRange<Double>) -> Self {
        value(key, path, words(for: range) + ", or null", text: { $0.map(shortText) ?? "null" }) {
            $0.isNothing ? nil : try $0.number(range)
        }
    }

    /// An integer in a range.
    static func whole(_ key: String, _ path: WritableKeyPath<Root, Int>, _ range: ClosedRange<Int>) -> Self {
        value(key, path, "\(range.lowerBound) to \(range.upperBound)", text: { "\($0)" }) { try $0.whole(range) }
    }

    /// A boolean.
    static func flag(_ key: String, _ path: WritableKeyPath<Root, Bool>) -> Self {
        value(key, path, "true or false", text: { "\($0)" }) { try $0.flag() }
    }

    /// A range of two numbers.
    static func range(
        _ key: String,
        _ path: WritableKeyPath<Root, ClosedRange<Double>>,
        _ limits: ClosedRange<Double>
    ) -> Self {
        let text: (ClosedRange<Double>) -> String = { "[\(shortText($0.lowerBound)), \(shortText($0.upperBound))]" }
        return value(key, path, "two of \(words(for: limits))", text: text) { try $0.range(within: limits) }
    }

    /// One of some words.
    static func choice<Value: Equatable>(
        _ key: String,
        _ path: WritableKeyPath<Root, Value>,
        _ values: [(name: String, value: Value)]
    ) -> Self {
        let text: (Value) -> String = { value in values.first { $0.value == value }?.name ?? "" }
        return self.value(key, path, values.map(\.name).joined(separator: ", "), text: text) { try $0.choice(values) }
    }

    /// A group of fields; `check` describes an invalid combination of values, or returns `nil`.
    static func group<Inner>(
        _ key: String,
        _ path: WritableKeyPath<Root, Inner>,
        _ fields: [PhoneField<Inner>],
        check: @escaping (Inner) -> String? = { _ in nil }
    ) -> Self {
        PhoneField(
            key: key,
            read: { value, root, faults in
                var inner = root[keyPath: path]
                PhoneField<Inner>.read(fields, from: value, of: key, into: &inner, &faults)
                if let problem = check(inner) { faults.add(value.line, value.key, problem) }
                root[keyPath: path] = inner
            },
            rows: { root in
                fields.flatMap { $0.rows(root[keyPath: path]) }
                    .map { PhoneFieldRow(key: "\(key).\($0.key)", text: $0.text, allowed: $0.allowed) }
            }
        )
    }

    /// Reads a group's fields from the file.
    static func read(
        _ fields: [PhoneField],
        from value: ScenarioValue,
        of name: String,
        into root: inout Root,
        _ faults: inout ScenarioFaults
    ) {
        let known = fields.map(\.key)
        let group = ScenarioGroup(value, of: name, prefix: "\(value.key).", known: known, &faults)
        for field in fields {
            if let value = group?[field.key] { field.read(value, &root, &faults) }
        }
    }
}
