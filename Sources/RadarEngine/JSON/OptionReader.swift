import TrackingModel
import Foundation
import VisitModel

/// Takes the keys of one JSON object one after the other, and knows what is left.
struct OptionReader {
    private var values: [String: ConfigValue]
    /// What goes before a key in a message, for instance `foregroundService.`.
    private let path: String
    /// The keys that were asked for and not there, in that order.
    private(set) var missing: [String] = []

    /// Reads a document.
    init(document: String) throws(TrackingEngineError) {
        let places = OptionPlaces(document: document)
        if let place = places.broken {
            throw TrackingEngineError(
                .options,
                "the tracking options are no JSON from line \(place.line), column \(place.column) on, expected an object of "
                    + "options"
            )
        }
        if let (key, place) = places.repeated {
            throw TrackingEngineError(
                .options,
                "`\(key)` stands a second time in line \(place.line), where it may mean another thing to a phone; keep "
                    + "one of the two",
                option: key
            )
        }
        let value: ConfigValue
        do {
            value = try JSONDecoder().decode(ConfigValue.self, from: Data(document.utf8))
        } catch {
            throw TrackingEngineError(.options, "the tracking options are no JSON, expected an object of options")
        }
        guard case .object(let values) = value else {
            throw TrackingEngineError(.options, "the tracking options are \(value), expected an object of options")
        }
        self.values = values
        self.path = ""
    }

    private init(values: [String: ConfigValue], path: String) {
        self.values = values
        self.path = path
    }

    /// The keys that nobody asked for, in order.
    var rest: [String] { values.keys.sorted() }

    /// Whether a key is there, whatever it holds.
    func has(_ key: String) -> Bool { values[key] != nil }

    /// Takes a key; `nil` where it is missing or null.
    mutating func removeValue(_ key: String) -> ConfigValue? {
        let value = values.removeValue(forKey: key)
        guard let value, value != .null else {
            missing.append(key)
            return nil
        }
        return value
    }

    /// Takes an object within this one.
    mutating func object(_ key: String) throws(TrackingEngineError) -> OptionReader? {
        guard let value = removeValue(key) else { return nil }
        guard case .object(let inner) = value else { throw wrong(key, value, "an object") }
        return OptionReader(values: inner, path: "\(path)\(key).")
    }

    mutating func bool(_ key: String) throws(TrackingEngineError) -> Bool? {
        guard let value = removeValue(key) else { return nil }
        guard case .bool(let bool) = value else { throw wrong(key, value, "true or false") }
        return bool
    }

    mutating func text(_ key: String) throws(TrackingEngineError) -> String? {
        guard let value = removeValue(key) else { return nil }
        guard case .text(let text) = value else { throw wrong(key, value, "a text") }
        return text
    }

    mutating func integer(_ key: String) throws(TrackingEngineError) -> Int? {
        guard let value = removeValue(key) else { return nil }
        guard case .integer(let integer) = value, let integer = Int32(exactly: integer) else {
            throw wrong(key, value, "a whole number of 32 bits")
        }
        return Int(integer)
    }

    mutating func amount<Unit>(
        _ key: String,
        of unit: String
    ) throws(TrackingEngineError) -> WholeAmount<Unit>? {
        guard let value = removeValue(key) else { return nil }
        guard case .integer(let integer) = value, let count = Int(exactly: integer),
            let amount = try? WholeAmount<Unit>(count)
        else {
            throw wrong(key, value, "a whole number of \(unit) from 0 to \(WholeAmount<Unit>.maximum)")
        }
        return amount
    }

    /// Takes a time: ISO 8601, or milliseconds since 1970.
    mutating func time(_ key: String) throws(TrackingEngineError) -> Timestamp? {
        guard let value = removeValue(key) else { return nil }
        switch value {
        case .integer(let milliseconds): return Timestamp(milliseconds: milliseconds)
        case .text(let text):
            if let time = Timestamp(iso8601Text: text) { return time }
        default: break
        }
        throw wrong(key, value, "a time such as 2024-03-01T06:09:38Z or milliseconds since 1970")
    }

    /// What is wrong with a key.
    func wrong(_ key: String, _ value: ConfigValue, _ expected: String) -> TrackingEngineError {
        TrackingEngineError(.options, "`\(path)\(key)` is \(value), expected \(expected)", option: path + key)
    }
}

extension Timestamp {
    /// Reads ISO 8601 with a time zone, with or without fractions of a second.
    fileprivate init?(iso8601Text text: String) {
        for hasFractions in [true, false] {
            let style = Date.ISO8601FormatStyle(includingFractionalSeconds: hasFractions)
            guard let date = try? style.parse(text) else { continue }
            self.init(seconds: date.timeIntervalSince1970)
            return
        }
        return nil
    }
}
