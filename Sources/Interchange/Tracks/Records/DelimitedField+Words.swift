internal import VisitModel

extension DelimitedField {
    /// Whether the text is empty, or a common placeholder for "no value".
    @inline(__always)
    var isBlank: Bool {
        guard bytes.count <= 4 else { return false }
        if bytes.isEmpty { return true }
        // All of the placeholders begin with a letter, a backslash or a hyphen; numbers and times begin with a digit.
        let first = bytes[0]
        return first &- 0x30 >= 10 && isNoValueSign
    }

    private var isNoValueSign: Bool {
        for sign: StaticString in ["na", "n/a", "nan", "null", "nil", "none", "-", "--", "\\n"]
        where equals(lowercase: sign) { return true }
        return false
    }

    /// The text, truncated to a length that fits a message.
    var excerpt: String { bytes.count <= 40 ? string : String(decoding: bytes[..<40], as: UTF8.self) + "…" }
}

extension Activity {
    /// The words of Transistor and Google, Core Motion and Overland.
    private static let reportedWords: [(StaticString, Activity)] = [
        ("still", .still), ("stationary", .still), ("stopped", .still), ("resting", .still),
        ("walking", .walking), ("walk", .walking), ("running", .running), ("run", .running),
        ("on_foot", .onFoot), ("onfoot", .onFoot), ("foot", .onFoot),
        ("on_bicycle", .onBicycle), ("cycling", .onBicycle), ("bicycle", .onBicycle), ("bike", .onBicycle),
        ("in_vehicle", .inVehicle), ("automotive", .inVehicle), ("driving", .inVehicle), ("car", .inVehicle),
        ("vehicle", .inVehicle), ("automotive_navigation", .inVehicle), ("in_road_vehicle", .inVehicle),
        ("in_rail_vehicle", .inVehicle),
    ]

    /// Creates an activity from a phone's word; `nil` for an unknown one, such as `unknown`.
    init?(reported text: DelimitedField) {
        guard let match = Self.reportedWords.first(where: { text.equals(lowercase: $0.0) }) else { return nil }
        self = match.1
    }
}

extension Platform {
    /// Creates a platform from the name of an HTTP client; `nil` where it shows neither.
    ///
    /// Apps on iOS send by the system's own library (`CFNetwork`, `Darwin`); Android apps by OkHttp or the system's
    /// (`Dalvik`), and some name the system.
    init?(userAgent: String) {
        let name = userAgent.lowercased()
        if ["cfnetwork", "darwin", "iphone", "ipad"].contains(where: name.contains) {
            self = .ios
        } else if ["okhttp", "dalvik", "android"].contains(where: name.contains) {
            self = .android
        } else {
            return nil
        }
    }

    /// Creates a platform from a phone's text, with or without a version; `nil` where it names neither.
    init?(reported text: DelimitedField) {
        if text.equals(lowercase: "ios") {
            self = .ios
            return
        }
        if text.equals(lowercase: "android") {
            self = .android
            return
        }
        let lowercase = text.string.lowercased()
        if lowercase.hasPrefix("android") {
            self = .android
        } else if ["ios", "iphone", "ipad", "apple"].contains(where: lowercase.hasPrefix) {
            self = .ios
        } else {
            return nil
        }
    }
}
