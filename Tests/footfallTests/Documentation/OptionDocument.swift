/// A document; `docs/options.md` answers its options, methods, events, rules and warnings, one row each.
enum OptionDocument: String, CaseIterable, Sendable {
    case activityConfig = "seed-000"
    case radarTracking = "seed-001"
    case appConfig = "seed-002"
    case gymVisits = "seed-003"
    case backgroundGeolocation = "seed-004"

    /// The expected number of rows.
    var rowCount: Int {
        switch self {
        case .activityConfig: 41
        case .radarTracking: 113
        case .appConfig: 53
        case .gymVisits: 86
        case .backgroundGeolocation: 116
        }
    }

    /// The document's name, the heading of its section.
    var title: String {
        switch self {
        case .activityConfig: "ActivityConfig"
        case .radarTracking: "Radar tracking options"
        case .appConfig: "AppConfig"
        case .gymVisits: "Gym Visits"
        case .backgroundGeolocation: "BGGeo"
        }
    }

    /// The document's subject, and the part of Footfall that answers it.
    var about: String {
        switch self {
        case .activityConfig:
            "How moving and stationary are distinguished, of Transistor's Background Geolocation. `TrackingEngine` decides it "
                + "(`Settings`, `Motion`, `Tracking`)."
        case .radarTracking:
            "The options and presets of Radar's SDK. `TrackingEngine/Radar` decides them; the service hands them out "
                + "([tracking-options.md](tracking-options.md))."
        case .appConfig:
            "The app's life, heartbeats and the schedule, of Transistor's Background Geolocation. `TrackingEngine` decides "
                + "them (`Settings`, `Schedule`, `Tracking`)."
        case .gymVisits:
            "Visits by geofences. The phone-side part is `MobileSDK`, what is a visit is decided by the same pipeline as in the "
                + "service, and the simulated phone ([simulator.md](simulator.md)) stands in for Android and iOS."
        case .backgroundGeolocation:
            "The calls and events of Transistor's Background Geolocation. `TrackingEngine` decides, "
                + "`MobileSDK/BackgroundGeolocation` is what an app calls."
        }
    }

    /// The file with its rows, from the repository's root.
    var path: String { "docs/options/\(rawValue).csv" }

    /// Its number in the reference from which the rows come.
    var number: Substring { rawValue.suffix(3) }
}
