import TrackingModel
import VisitModel

extension OptionReader {
    /// Removes and returns an enumeration value, written as a word or on Android as a number.
    ///
    /// - Parameters:
    ///   - key: the key.
    ///   - options: the allowed cases.
    ///   - platform: the phone's operating system.
    /// - Returns: the case, and whether it was written as a number; `nil` where the key is missing or null.
    /// - Throws: `TrackingEngineError` for any other value.
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

    /// Removes and returns a value written as `true` or `false`, or on Android as a word of newer SDKs.
    ///
    /// - Parameters:
    ///   - key: the key.
    ///   - platform: the phone's operating system.
    /// - Returns: the case, whether it was written as a text, and whether the word is known; an unknown word means
    ///   none, as in the SDK for Android.
    /// - Throws: `TrackingEngineError` for any other value.
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
