internal import Foundation

/// The parameters of a query: `name=value` joined by `&`, percent-encoded, with `+` for a blank (WHATWG URL, 5.1).
///
/// Clients often send the plus of a time's offset, of a number or of an address unencoded. Where a value can't contain a
/// blank, `+` is read as a plus.
struct QueryFields {
    /// The meaning of an unencoded `+`; `%2B` is always a plus.
    enum Plus {
        case blank
        /// For values in which a blank is not possible.
        case plus
    }

    private let fields: [(name: String, value: Substring)]

    init(_ query: String?) {
        fields = (query ?? "").split(separator: "&").map { field in
            let end = field.firstIndex(of: "=") ?? field.endIndex
            let value = end < field.endIndex ? field[field.index(after: end)...] : ""
            return (Self.decoded(field[..<end], .blank), value)
        }
    }

    /// The first value of a parameter; `nil` where it is absent or empty.
    func value(_ name: String, _ plus: Plus) -> String? {
        guard let field = fields.first(where: { $0.name == name }), !field.value.isEmpty else { return nil }
        return Self.decoded(field.value, plus)
    }

    /// All values of a repeatable parameter, without empty ones.
    func values(_ name: String, _ plus: Plus) -> [String] {
        fields.filter { $0.name == name && !$0.value.isEmpty }.map { Self.decoded($0.value, plus) }
    }

    /// Text that is not validly percent-encoded stays as it is.
    private static func decoded(_ text: Substring, _ plus: Plus) -> String {
        let plain = String(plus == .blank ? text.replacing("+", with: " ") : text)
        return plain.removingPercentEncoding ?? plain
    }
}
