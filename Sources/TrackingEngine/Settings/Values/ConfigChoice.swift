internal import TrackingModel
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
