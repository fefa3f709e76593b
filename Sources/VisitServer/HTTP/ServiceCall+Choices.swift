internal import Interchange
internal import VisitModel

extension ServiceCall {
    /// A yes or no of the query; absent means no.
    func flag(_ name: String) throws -> Bool {
        switch query(name) {
        case nil, "false", "0": return false
        case "true", "1": return true
        case .some: throw Problem.invalid("`\(name)` is neither `true` nor `false`", field: name)
        }
    }

    /// A text of the query, of a length that is reasonable.
    func text(_ name: String) throws -> String? {
        try query(name).map { try PlainText.checked($0, name) }
    }

    /// The values of a list in the query, divided by commas.
    func choices<Choice: RawRepresentable<String> & CaseIterable>(_ name: String) throws -> [Choice] {
        try (query(name) ?? "").split(separator: ",").map { try Self.choice(String($0), name) }
    }

    /// One of several words of the query.
    func choice<Choice: RawRepresentable<String> & CaseIterable>(_ name: String) throws -> Choice? {
        try query(name).map { try Self.choice($0, name) }
    }

    /// One of several words of the path.
    func pathChoice<Choice: RawRepresentable<String> & CaseIterable>(_ name: String) throws -> Choice {
        try Self.choice(parameter(name), name)
    }

    private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ text: String,
        _ name: String
    ) throws -> Choice {
        guard let choice = Choice(rawValue: text) else {
            let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem.invalid("`\(name)` holds a value that it can't have, expected \(known)", field: name)
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
            throw Problem.invalid("`\(name)` is no number of degrees, such as 39.9524", field: name)
        }
        return number
    }
}

/// Texts that people and programs send.
enum PlainText {
    /// The most bytes of UTF-8 that a name, a note or a part of an address may have.
    static let longest = 1_000

    /// A text that is short enough and has no control characters; without white space at its ends.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - field: what it is called, for the message.
    /// - Returns: the text.
    /// - Throws: `Problem`.
    static func checked(_ text: String, _ field: String) throws -> String {
        guard text.utf8.count <= longest else {
            throw Problem.invalid("`\(field)` has \(text.utf8.count) bytes, expected at most \(longest)", field: field)
        }
        guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
            throw Problem.invalid("`\(field)` holds a control character; leave it out", field: field)
        }
        return text.trimmingBlanks
    }

    /// A checked value; what is wrong with it is told with the field's name.
    static func valid<Value>(_ field: String, _ body: () throws(ValidationError) -> Value) throws -> Value {
        do {
            return try body()
        } catch {
            throw Problem.invalid("`\(field)`: \(error.message)", field: field)
        }
    }
}

extension String {
    /// The text without blanks at its ends.
    fileprivate var trimmingBlanks: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
