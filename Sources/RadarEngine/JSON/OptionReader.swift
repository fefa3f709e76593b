internal import Foundation
internal import TrackingModel
internal import VisitModel

/// Removes the keys of one JSON object as they are read, and keeps track of the rest.
struct OptionReader {
    private var values: [String: ConfigValue]
    /// The prefix of a key in a message, for instance `foregroundService.`.
    private let path: String
    /// The keys that were requested and missing, in order of the requests.
    private(set) var missing: [String] = []

    init(document: String) throws(TrackingEngineError) {
        let places = OptionPlaces(document: document)
        if let place = places.broken {
            throw TrackingEngineError(
                .options,
                "the tracking options are not JSON from line \(place.line), column \(place.column) on, expected an "
                    + "object of options"
            )
        }
        if let (key, place) = places.repeated {
            throw TrackingEngineError(
                .options,
                "`\(key)` occurs a second time in line \(place.line), and phones may use either one; keep "
                    + "one of the two",
                option: key
            )
        }
        let value: ConfigValue
        do {
            value = try JSONDecoder().decode(ConfigValue.self, from: Data(document.utf8))
        } catch {
            throw TrackingEngineError(.options, "the tracking options are not JSON, expected an object of options")
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

    /// The keys that were never requested, sorted.
    var rest: [String] { values.keys.sorted() }

    /// Whether a key exists, even with the value null.
    func has(_ key: String) -> Bool { values[key] != nil }

    /// `nil` where the key is missing or null.
    mutating func removeValue(_ key: String) -> ConfigValue? {
        let value = values.removeValue(forKey: key)
        guard let value, value != .null else {
            missing.append(key)
            return nil
        }
        return value
    }

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

    mutating func amount<Unit>(_ key: String, of unit: String) throws(TrackingEngineError) -> WholeAmount<Unit>? {
        guard let value = removeValue(key) else { return nil }
        guard case .integer(let integer) = value, let count = Int(exactly: integer),
            let amount = try? WholeAmount<Unit>(count)
        else { throw wrong(key, value, "a whole number of \(unit) from 0 to \(WholeAmount<Unit>.maximum)") }
        return amount
    }

    /// ISO 8601, or milliseconds since 1970.
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

    func wrong(_ key: String, _ value: ConfigValue, _ expected: String) -> TrackingEngineError {
        TrackingEngineError(.options, "`\(path)\(key)` is \(value), expected \(expected)", option: path + key)
    }
}

extension Timestamp {
    /// With a time zone, with or without fractional seconds.
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

extension OptionReader {
    /// An enumeration value is written as a word or on Android as a number; `nil` where the key is missing or null.
    mutating func choice<Option: RadarNumberedOption>(
        _ key: String,
        among options: [Option] = Array(Option.allCases),
        on platform: Platform
    ) throws(TrackingEngineError) -> (option: Option, isNumber: Bool)? {
        guard let value = removeValue(key) else { return nil }
        switch value {
        case .text(let text):
            if let option = options.first(where: { $0.rawValue == text }) { return (option, false) }
        case .integer(let number) where platform == .android:
            if let option = options.first(where: { $0.androidNumber == number }) { return (option, true) }
        default: break
        }
        let words = options.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        let numbers = options.map(\.androidNumber).sorted().map(String.init).joined(separator: ", ")
        throw wrong(key, value, "one of \(words)" + (platform == .android ? " or of \(numbers)" : ""))
    }

    /// The value is `true` or `false`, or on Android a word of newer SDKs; an unknown word means none, as in the SDK
    /// for Android.
    mutating func geofenceSync(
        _ key: String,
        on platform: Platform
    ) throws(TrackingEngineError) -> (sync: RadarGeofenceSync, isText: Bool, isKnown: Bool)? {
        guard let value = removeValue(key) else { return nil }
        switch value {
        case .bool(let isOn): return (isOn ? .nearest : .none, false, true)
        case .text(let text) where platform == .android:
            let sync = RadarGeofenceSync(rawValue: text)
            return (sync ?? .none, true, sync != nil)
        default: break
        }
        throw wrong(key, value, "true or false" + (platform == .android ? ", \"nearest\" or \"campaign-only\"" : ""))
    }
}

/// The notation of options that a document can write in two ways, so that they are written as they were read.
///
/// All values compare equal: notation does not make options different.
struct RadarOptionSpelling: Hashable, Sendable {
    /// Whether the enumerations were written as Android's numbers.
    var numbersAccuracy = false
    var numbersReplay = false
    var numbersSync = false
    /// Whether `syncGeofences` was written as a text.
    var textsGeofenceSync = false
    /// Whether the document had the key `preset`.
    var declaresPreset = false

    static func == (lhs: Self, rhs: Self) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
}

/// An enumeration that Android's documents may contain as a number.
protocol RadarNumberedOption: RawRepresentable<String>, CaseIterable {
    /// Android's number (Radar SDK for Android, RadarTrackingOptions).
    var androidNumber: Int64 { get }
}

extension RadarDesiredAccuracy: RadarNumberedOption {
    var androidNumber: Int64 {
        switch self {
        case .none: 0
        case .low: 1
        case .medium: 2
        case .high: 3
        }
    }
}

extension RadarReplayMode: RadarNumberedOption {
    var androidNumber: Int64 {
        switch self {
        case .none: 0
        case .stops: 1
        case .all: 2
        }
    }
}

extension RadarSyncMode: RadarNumberedOption {
    var androidNumber: Int64 {
        switch self {
        case .none: 0
        case .stopsAndExits: 1
        case .all: 2
        case .events: 3
        }
    }
}
