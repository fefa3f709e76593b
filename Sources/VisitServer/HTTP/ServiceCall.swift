internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import Interchange
internal import VisitModel

struct ServiceCall: Sendable {
    let request: Request
    let context: ServiceContext
    /// `nil` only at an open endpoint and at a page.
    let principal: Principal?
    /// Of the credentials.
    let userName: String?

    /// By the name in the braces, unquoted.
    func parameter(_ name: String) throws -> String {
        guard let text = context.parameters.get(name), let plain = text.removingPercentEncoding, !plain.isEmpty else {
            throw Problem.invalid("`\(name)` is missing in the path", field: name)
        }
        return plain
    }

    private var fields: QueryFields { QueryFields(request.uri.query) }

    /// Free text, in which `+` is a blank; `nil` where the parameter is absent or empty.
    func query(_ name: String) -> String? { fields.value(name, .blank) }

    /// A value without blanks, such as a number or a word, in which `+` is a plus.
    func word(_ name: String) -> String? { fields.value(name, .plus) }

    /// All values of a repeatable parameter, as free text.
    func queries(_ name: String) -> [String] { fields.values(name, .blank) }

    func query(_ name: String, default standard: Int, in range: ClosedRange<Int>) throws -> Int {
        guard let text = word(name) else { return standard }
        guard let number = Int(text), range.contains(number) else {
            throw Problem.invalid(
                "`\(name)` is `\(text)`, expected a number from \(range.lowerBound) to \(range.upperBound)",
                field: name
            )
        }
        return number
    }

    func header(_ name: String) -> String? {
        HTTPField.Name(name).flatMap { request.headers[$0] }
    }

    /// Reads the whole body, decompressed; throws what `BodyLimits.read` throws.
    func body(_ limits: BodyLimits) async throws -> [UInt8] {
        try await limits.read(request)
    }
}

extension DecodingError {
    var sentence: String {
        switch self {
        case .keyNotFound: "`\(field ?? "")` is missing"
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            Self.path(context.codingPath).map { "`\($0)` has an unexpected value, expected \(Self.words(type))" }
                ?? "the body has an unexpected JSON value, expected \(Self.words(type))"
        case .dataCorrupted(let context):
            Self.path(context.codingPath).map { "`\($0)` has an unexpected value" }
                ?? "the body does not have the expected JSON structure"
        @unknown default: "the body does not have the expected JSON structure"
        }
    }

    var field: String? {
        switch self {
        case .keyNotFound(let key, let context): Self.path(context.codingPath + [key])
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            Self.path(context.codingPath)
        @unknown default: nil
        }
    }

    private static func words(_ type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a string"
        case is Bool.Type: "true or false"
        case is any FixedWidthInteger.Type: "a whole number"
        case is Double.Type: "a number"
        case is [Any].Type, is [any Decodable].Type: "an array"
        case is [String: Any].Type: "an object"
        default: "another kind of value"
        }
    }

    /// Such as `boundary.coordinates` and `facilities[0]`; `nil` where it is empty.
    static func path(_ keys: [any CodingKey]) -> String? {
        let parts = keys.enumerated().map { place, key in
            if let index = key.intValue { return "[\(index)]" }
            return place == 0 ? key.stringValue : ".\(key.stringValue)"
        }
        return parts.isEmpty ? nil : parts.joined()
    }
}

extension ServiceCall {
    /// Of the query; one that may contain a plus is read by `StoreReader`.
    func identifier<Subject>(_ name: String) throws -> Identifier<Subject>? {
        try readings(name)?.usual
    }

    /// The readings of an identifier of the query in which `+` is a blank, and a plus; `nil` where it is absent.
    func readings<Subject>(
        _ name: String
    ) throws -> (usual: Identifier<Subject>, withPlus: Identifier<Subject>)? {
        guard let blank = query(name), let plus = word(name) else { return nil }
        let withPlus: Identifier<Subject> = try PlainText.identifier(plus, name)
        guard blank != plus, let usual = try? Identifier<Subject>(blank) else { return (withPlus, withPlus) }
        return (usual, withPlus)
    }

    /// Of the path.
    func pathIdentifier<Subject>(_ name: String) throws -> Identifier<Subject> {
        try PlainText.identifier(parameter(name), name)
    }

    /// ISO 8601 with a zone, or a day, which means its beginning in UTC.
    func time(_ name: String) throws -> Timestamp? {
        guard let text = query(name) else { return nil }
        let isDay = text.utf8.count == 10 && text.utf8.filter { $0 == UInt8(ascii: "-") }.count == 2
        return try PlainText.valid(name) { () throws(ValidationError) in
            try TimestampParser().parse(isDay ? text + "T00:00:00Z" : OffsetSign.restored(in: text))
        }
    }

    /// Of the query, such as 2024-03.
    func month(_ name: String) throws -> Month? {
        guard let text = word(name) else { return nil }
        return try PlainText.valid(name) { () throws(ValidationError) in try Month(text) }
    }
}

extension ServiceCall {
    /// Absent means false.
    func flag(_ name: String) throws -> Bool {
        switch word(name) {
        case nil, "false", "0": return false
        case "true", "1": return true
        case .some: throw Problem.invalid("`\(name)` is neither `true` nor `false`", field: name)
        }
    }

    /// Of at most `PlainText.longest` bytes.
    func text(_ name: String) throws -> String? {
        try query(name).map { try PlainText.checked($0, name) }
    }

    /// A comma-separated list in the query.
    func choices<Choice: RawRepresentable<String> & CaseIterable>(_ name: String) throws -> [Choice] {
        try (word(name) ?? "").split(separator: ",").map { try Self.choice(String($0), name) }
    }

    /// Of the query.
    func choice<Choice: RawRepresentable<String> & CaseIterable>(_ name: String) throws -> Choice? {
        try word(name).map { try Self.choice($0, name) }
    }

    /// Of the path.
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

    /// Of the query.
    func timeZone(_ name: String) throws -> TimeZoneName? {
        // Such as Etc/GMT+5.
        guard let text = word(name) else { return nil }
        return try PlainText.valid(name) { () throws(ValidationError) in try TimeZoneName(text) }
    }

    /// The query's `lat` and `lon`; `nil` where both are absent.
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
        guard let text = word(name) else { return nil }
        guard let number = Double(text), number.isFinite else {
            throw Problem.invalid("`\(name)` is not a number of degrees, such as 39.9524", field: name)
        }
        return number
    }
}

/// Validates texts from clients.
enum PlainText {
    /// In bytes of UTF-8, of a name, a note or a part of an address.
    static let longest = 1_000

    /// Allows no control characters and at most `longest` bytes; removes surrounding white space.
    static func checked(_ text: String, _ field: String) throws -> String {
        guard text.utf8.count <= longest else {
            throw Problem.invalid("`\(field)` has \(text.utf8.count) bytes, expected at most \(longest)", field: field)
        }
        guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
            throw Problem.invalid("`\(field)` holds a control character; remove it", field: field)
        }
        return text.trimmingBlanks
    }

    static func identifier<Subject>(_ text: String, _ field: String) throws -> Identifier<Subject> {
        try valid(field) { () throws(ValidationError) in try Identifier(text) }
    }

    static func identifier<Subject>(_ text: String?, _ field: String) throws -> Identifier<Subject>? {
        try text.map { try identifier($0, field) }
    }

    /// An error is reported with the field's name.
    static func valid<Value>(_ field: String, _ body: () throws(ValidationError) -> Value) throws -> Value {
        do {
            return try body()
        } catch {
            throw Problem.invalid("`\(field)`: \(error.message)", field: field)
        }
    }
}

extension String {
    fileprivate var trimmingBlanks: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
