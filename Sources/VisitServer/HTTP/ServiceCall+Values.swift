internal import Interchange
internal import VisitModel

extension ServiceCall {
    /// An identifier of the query; `nil` where it is absent.
    func identifier<Subject>(_ name: String) throws -> Identifier<Subject>? {
        try query(name).map { try Self.identifier($0, name) }
    }

    /// An identifier of the path.
    func pathIdentifier<Subject>(_ name: String) throws -> Identifier<Subject> {
        try Self.identifier(parameter(name), name)
    }

    private static func identifier<Subject>(_ text: String, _ name: String) throws -> Identifier<Subject> {
        try checked(name) { () throws(ValidationError) in try Identifier(text) }
    }

    /// A time of the query: ISO 8601 with a zone, or a day, which means its beginning in UTC.
    func time(_ name: String) throws -> Timestamp? {
        guard let text = query(name) else { return nil }
        let isDay = text.utf8.count == 10 && text.utf8.filter { $0 == UInt8(ascii: "-") }.count == 2
        return try Self.checked(name) { () throws(ValidationError) in
            try TimestampParser().parse(isDay ? text + "T00:00:00Z" : text)
        }
    }

    /// A month of the query, such as 2024-03.
    func month(_ name: String) throws -> Month? {
        guard let text = query(name) else { return nil }
        return try Self.checked(name) { () throws(ValidationError) in try Month(text) }
    }

    /// Returns a validated value; an error is reported with the parameter's name.
    private static func checked<Value>(_ name: String, _ body: () throws(ValidationError) -> Value) throws -> Value {
        do {
            return try body()
        } catch {
            throw Problem.invalid("`\(name)`: \(error.message)", field: name)
        }
    }
}
