import VisitModel

extension OptionReader {
    /// Takes one of an enumeration's words, or on Android its number.
    ///
    /// - Returns: what was chosen, and whether it stood as a number.
    mutating func choice<Option: RadarNumberedOption>(
        _ key: String,
        of type: Option.Type,
        on platform: Platform
    ) throws(TrackingEngineError) -> (option: Option, isNumber: Bool)? {
        guard let value = take(key) else { return nil }
        // iOS has no accuracy that only listens to other apps.
        let options = Option.allCases.filter { platform == .android || $0.rawValue != "none" || type != accuracy }
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

    private var accuracy: Any.Type { RadarDesiredAccuracy.self }

    /// Takes `true` and `false`, or on Android the words of newer SDKs.
    ///
    /// - Returns: what was chosen, and whether it stood as a text. A text that is no word is none, as for Android's SDK.
    mutating func geofenceSync(
        _ key: String,
        on platform: Platform
    ) throws(TrackingEngineError) -> (sync: RadarGeofenceSync, isText: Bool, isKnown: Bool)? {
        guard let value = take(key) else { return nil }
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
