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
