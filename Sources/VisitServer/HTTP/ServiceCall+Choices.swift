internal import Interchange
internal import VisitModel

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
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - field: the field's name, for the message.
    /// - Returns: the text.
    /// - Throws: `Problem`.
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
