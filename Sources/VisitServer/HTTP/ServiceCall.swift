internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import Interchange
internal import VisitModel

/// A request to an endpoint, with its parameters.
struct ServiceCall: Sendable {
    let request: Request
    let context: ServiceContext
    /// The authenticated client; `nil` only at an open endpoint and at a page.
    let principal: Principal?
    /// The user name of the credentials.
    let userName: String?

    /// A path parameter, by its name in the braces, unquoted.
    func parameter(_ name: String) throws -> String {
        guard let text = context.parameters.get(name), let plain = text.removingPercentEncoding, !plain.isEmpty else {
            throw Problem.invalid("`\(name)` is missing in the path", field: name)
        }
        return plain
    }

    /// A query parameter, unquoted; `nil` where it is absent or empty.
    func query(_ name: String) -> String? {
        guard let text = request.uri.queryParameters[Substring(name)], !text.isEmpty else { return nil }
        return String(text)
    }

    /// All values of a repeatable query parameter, unquoted.
    func queries(_ name: String) -> [String] {
        request.uri.queryParameters[values: Substring(name)].map(String.init).filter { !$0.isEmpty }
    }

    /// A number of the query within a range.
    func query(_ name: String, default standard: Int, in range: ClosedRange<Int>) throws -> Int {
        guard let text = query(name) else { return standard }
        guard let number = Int(text), range.contains(number) else {
            throw Problem.invalid(
                "`\(name)` is `\(text)`, expected a number from \(range.lowerBound) to \(range.upperBound)",
                field: name
            )
        }
        return number
    }

    /// A header.
    func header(_ name: String) -> String? {
        HTTPField.Name(name).flatMap { request.headers[$0] }
    }

    /// Reads the whole body, decompressed.
    ///
    /// - Parameter limits: the length limits.
    /// - Returns: the bytes.
    /// - Throws: as `BodyLimits.read`.
    func body(_ limits: BodyLimits) async throws -> [UInt8] {
        try await limits.read(request)
    }

    /// Reads the body as JSON.
    func json<Value: Decodable>(_ type: Value.Type, _ limits: BodyLimits) async throws -> Value {
        let bytes = try await body(limits)
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch let error as DecodingError {
            throw Problem.invalid(error.sentence, field: error.field)
        } catch {
            throw Problem.invalid("the body is not JSON")
        }
    }
}

extension DecodingError {
    /// The error as a sentence.
    var sentence: String {
        switch self {
        case .keyNotFound(let key, _): "`\(key.stringValue)` is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            context.codingPath.isEmpty
                ? "the body does not have the expected JSON structure" : "`\(field ?? "")` has an unexpected value"
        @unknown default: "the body does not have the expected JSON structure"
        }
    }

    /// The invalid field.
    var field: String? {
        switch self {
        case .keyNotFound(let key, let context):
            (context.codingPath + [key]).map(\.stringValue).joined(separator: ".")
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            context.codingPath.isEmpty ? nil : context.codingPath.map(\.stringValue).joined(separator: ".")
        @unknown default: nil
        }
    }
}

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

extension ServiceCall {
    /// A Boolean of the query; absent means false.
    func flag(_ name: String) throws -> Bool {
        switch query(name) {
        case nil, "false", "0": return false
        case "true", "1": return true
        case .some: throw Problem.invalid("`\(name)` is neither `true` nor `false`", field: name)
        }
    }

    /// A text of the query, of at most `PlainText.longest` bytes.
    func text(_ name: String) throws -> String? {
        try query(name).map { try PlainText.checked($0, name) }
    }

    /// The values of a comma-separated list in the query.
    func choices<Choice: RawRepresentable<String> & CaseIterable>(_ name: String) throws -> [Choice] {
        try (query(name) ?? "").split(separator: ",").map { try Self.choice(String($0), name) }
    }

    /// A value of the query out of several.
    func choice<Choice: RawRepresentable<String> & CaseIterable>(_ name: String) throws -> Choice? {
        try query(name).map { try Self.choice($0, name) }
    }

    /// A value of the path out of several.
    func pathChoice<Choice: RawRepresentable<String> & CaseIterable>(_ name: String) throws -> Choice {
        try Self.choice(parameter(name), name)
    }

    private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ text: String,
        _ name: String
    ) throws -> Choice {
        guard let choice = Choice(rawValue: text) else {
            let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem.invalid("`\(name)` holds an invalid value, expected \(known)", field: name)
        }
        return choice
    }

    /// A time zone of the query.
    func timeZone(_ name: String) throws -> TimeZoneName? {
        guard let text = query(name) else { return nil }
        return try PlainText.valid(name) { () throws(ValidationError) in try TimeZoneName(text) }
    }

    /// The point of the query's `lat` and `lon`; `nil` where both are absent.
    func point() throws -> Coordinate? {
        let (latitude, longitude) = (try degrees("lat"), try degrees("lon"))
        guard latitude != nil || longitude != nil else { return nil }
        guard let latitude, let longitude else {
            let missing = latitude == nil ? "lat" : "lon"
            throw Problem.invalid("`\(missing)` is missing; a point is `lat` and `lon`, in degrees", field: missing)
        }
        return try PlainText.valid(abs(latitude) > 90 ? "lat" : "lon") { () throws(ValidationError) in
            try Coordinate(latitude: latitude, longitude: longitude)
        }
    }

    private func degrees(_ name: String) throws -> Double? {
        guard let text = query(name) else { return nil }
        guard let number = Double(text), number.isFinite else {
            throw Problem.invalid("`\(name)` is not a number of degrees, such as 39.9524", field: name)
        }
        return number
    }
}

/// The validation of texts from clients.
enum PlainText {
    /// The most bytes of UTF-8 in a name, a note or a part of an address.
    static let longest = 1_000

    /// Validates a text: no control characters, at most `longest` bytes; surrounding white space is removed.
    static func checked(_ text: String, _ field: String) throws -> String {
        guard text.utf8.count <= longest else {
            throw Problem.invalid("`\(field)` has \(text.utf8.count) bytes, expected at most \(longest)", field: field)
        }
        guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
            throw Problem.invalid("`\(field)` holds a control character; remove it", field: field)
        }
        return text.trimmingBlanks
    }

    /// Returns a validated value; an error is reported with the field's name.
    static func valid<Value>(_ field: String, _ body: () throws(ValidationError) -> Value) throws -> Value {
        do {
            return try body()
        } catch {
            throw Problem.invalid("`\(field)`: \(error.message)", field: field)
        }
    }
}

extension String {
    /// The text without surrounding blanks.
    fileprivate var trimmingBlanks: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
