internal import TrackingModel

/// A hint for iOS about the kind of movement, which affects its automatic pausing of location updates.
///
/// Transistor types, ActivityType; Apple, CLActivityType. It is not related to the member's activity: that is
/// `VisitModel.Activity`.
public enum ActivityType: Int, Hashable, Sendable, Codable, CaseIterable, ConfigNumber {
    /// No hint.
    case other = 1
    /// Driving a car.
    case automotiveNavigation = 2
    /// On foot, for sport.
    case fitness = 3
    /// A boat, a train, another vehicle.
    case otherNavigation = 4
    /// In the air.
    case airborne = 5
}

/// The policy for poor fixes before they are recorded (Transistor headers, TSLocationFilterPolicy).
public enum LocationFilterPolicy: Int, Hashable, Sendable, Codable, CaseIterable, ConfigNumber {
    /// Every fix is accepted unchanged.
    case passThrough = 0
    /// Poor fixes are adjusted.
    case adjust = 1
    /// Poor fixes are refused.
    case conservative = 2
}

/// The amount of smoothing.
///
/// The vendor's documents and its header disagree on which end `aggressive` names; here it follows quickly and smooths
/// little. Transistor types, KalmanProfile.
public enum KalmanProfile: Int, Hashable, Sendable, Codable, CaseIterable, ConfigNumber {
    /// A medium amount.
    case `default` = 0
    /// Follows quickly, smooths little.
    case aggressive = 1
    /// Follows slowly, smooths much.
    case conservative = 2
}

/// The permission for location that the SDK requests (Transistor types, LocationRequest).
public enum LocationAuthorizationRequest: String, Hashable, Sendable, Codable, CaseIterable, ConfigWord {
    /// In the foreground and in the background; geofences need it.
    case always = "Always"
    /// While the app is in use.
    case whenInUse = "WhenInUse"
    /// Requests always and accepts either answer.
    case any = "Any"
}

/// The level of the SDK's own log (Transistor types, LogLevel).
public enum LogLevel: Int, Hashable, Sendable, Codable, CaseIterable, Comparable, ConfigNumber {
    /// Nothing.
    case off = 0
    /// Failures.
    case error = 1
    /// Possible problems.
    case warning = 2
    /// Actions.
    case info = 3
    /// Details for a developer.
    case debug = 4
    /// Everything.
    case verbose = 5

    /// Orders by the amount of logging.
    public static func < (lhs: LogLevel, rhs: LogLevel) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// The priority of the foreground service's notification on Android (Transistor types, NotificationPriority).
public enum NotificationPriority: Int, Hashable, Sendable, Codable, CaseIterable, ConfigNumber {
    /// The default priority.
    case `default` = 0
    /// At the top.
    case high = 1
    /// Towards the bottom.
    case low = -1
    /// The same as high.
    case max = 2
    /// At the bottom, without an icon in the status bar.
    case min = -2
}

/// The kinds of records that are stored (Transistor types, PersistMode); events are delivered regardless.
public enum PersistMode: Int, Hashable, Sendable, Codable, CaseIterable, ConfigNumber {
    /// Locations and geofence events.
    case all = 2
    /// Locations alone.
    case location = 1
    /// Geofence events alone.
    case geofence = -1
    /// Nothing.
    case none = 0

    /// Whether plain locations are stored.
    public var storesLocations: Bool { self == .all || self == .location }
    /// Whether geofence events are stored.
    public var storesGeofenceEvents: Bool { self == .all || self == .geofence }
}

/// The method of an upload request (Transistor types, HttpConfig.method and HttpMethod).
public enum HttpMethod: String, Hashable, Sendable, Codable, CaseIterable, ConfigWord {
    /// Creates a record.
    case post = "POST"
    /// Replaces a record.
    case put = "PUT"
    /// Modifies a record.
    case patch = "PATCH"
    /// Queries the allowed methods; the vendor nevertheless sends records with it.
    case options = "OPTIONS"
}

/// The order of upload and listing of stored records (Transistor types, PersistenceConfig.locationsOrderDirection).
public enum LocationsOrder: String, Hashable, Sendable, Codable, CaseIterable, ConfigWord {
    /// Oldest first.
    case ascending = "ASC"
    /// Newest first.
    case descending = "DESC"
}

/// The format of the access token in the `Authorization` header (Transistor types, AuthorizationConfig.strategy).
public enum AuthorizationStrategy: String, Hashable, Sendable, Codable, CaseIterable, ConfigWord {
    /// `Bearer` and the token.
    case jwt = "JWT"
    /// The token alone.
    case sas = "SAS"
}
