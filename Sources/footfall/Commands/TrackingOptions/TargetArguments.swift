internal import RadarEngine
internal import ArgumentParser
internal import TrackingEngine
internal import VisitModel

/// A platform as an argument.
enum SystemArgument: String, ExpressibleByArgument, CaseIterable {
    case ios, android

    var platform: Platform {
        switch self {
        case .ios: .ios
        case .android: .android
        }
    }
}

/// An environment as an argument.
enum EnvironmentArgument: String, ExpressibleByArgument, CaseIterable {
    case live, test

    var environment: ProjectEnvironment {
        switch self {
        case .live: .live
        case .test: .test
        }
    }
}

/// Whether phones are on a trip, as an argument.
enum TripArgument: String, ExpressibleByArgument, CaseIterable {
    case on, off
}

/// A preset as an argument.
enum PresetArgument: String, ExpressibleByArgument, CaseIterable {
    case efficient, responsive, continuous

    /// Parses the name in any case: Radar's pages write EFFICIENT.
    init?(argument: String) { self.init(rawValue: argument.lowercased()) }

    var preset: RadarPreset {
        switch self {
        case .efficient: .efficient
        case .responsive: .responsive
        case .continuous: .continuous
        }
    }
}

extension RadarRemotePlan.Target {
    /// The target of the arguments.
    init(_ system: SystemArgument, _ environment: EnvironmentArgument, _ trip: TripArgument) {
        self.init(system.platform, environment.environment, isOnTrip: trip == .on)
    }
}
