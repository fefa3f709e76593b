/// How a document spelled the options that can be spelled in two ways, so that they are written as they were read.
///
/// All spellings are equal: how options were spelled is no difference between them.
struct RadarOptionSpelling: Hashable, Sendable {
    /// Whether the enumerations stood as Android's numbers.
    var numbersAccuracy = false
    var numbersReplay = false
    var numbersSync = false
    /// Whether `syncGeofences` stood as a text.
    var textsGeofenceSync = false
    /// Whether `preset` stood there at all.
    var declaresPreset = false

    static func == (lhs: Self, rhs: Self) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
}

/// An enumeration that Android's documents may hold as a number.
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
