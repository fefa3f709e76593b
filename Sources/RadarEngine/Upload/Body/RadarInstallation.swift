public import TrackingModel
/// The members of a request's body that describe the installation and the phone, independent of an update.
///
/// A member that is `nil` or empty is omitted from the body. Source: Radar SDK for iOS, RadarAPIClient track; Radar SDK
/// for Android, RadarApiClient track.
public struct RadarInstallation: Hashable, Sendable {
    /// The server's own id of the user, from a response (`id`).
    public var serverUserID: String?
    /// The id that the SDK assigned to this installation (`installId`).
    public var installID: String
    /// The member's id in the app (`userId`).
    public var userID: String?
    /// The device's id (`deviceId`).
    public var deviceID: String
    /// The app's description of the member (`description`).
    public var userDescription: String?
    /// Further data of the app about the member (`metadata`).
    public var metadata: [String: ConfigValue] = [:]
    /// The member's tags (`userTags`).
    public var userTags: [String] = []
    /// The start of the app's current session, seconds since 1970 (`sessionId`).
    public var sessionID: String?

    /// The phone itself.
    public var device: RadarDevice
    /// The app.
    public var app: RadarAppIdentity
    /// The permissions that the phone's owner granted.
    public var permissions: RadarPermissions

    /// The version of the SDK (`sdkVersion`).
    public var sdkVersion: String
    /// The phone's offset from UTC in seconds, positive in the east (`timeZoneOffset`).
    public var timeZoneOffsetSeconds: Int

    /// Creates an installation without data about the member and the session.
    public init(
        installID: String,
        deviceID: String,
        device: RadarDevice,
        app: RadarAppIdentity = RadarAppIdentity(),
        permissions: RadarPermissions = RadarPermissions(),
        sdkVersion: String,
        timeZoneOffsetSeconds: Int = 0
    ) {
        self.installID = installID
        self.deviceID = deviceID
        self.device = device
        self.app = app
        self.permissions = permissions
        self.sdkVersion = sdkVersion
        self.timeZoneOffsetSeconds = timeZoneOffsetSeconds
    }
}

/// The phone, as described in a request's body and headers.
public struct RadarDevice: Hashable, Sendable {
    /// `iOS` or `Android` (`deviceType`).
    public var type: String
    /// The manufacturer, for instance `Apple` (`deviceMake`).
    public var make: String?
    /// The model, for instance `iPhone15,2` (`deviceModel`).
    public var model: String?
    /// The version of the operating system (`deviceOS`).
    public var osVersion: String
    /// The country in the phone's settings, two letters (`country`).
    public var country: String?
    /// The language in the phone's settings, for instance `en` (`lang`).
    public var language: String?

    /// Creates a phone.
    public init(
        type: String,
        make: String? = nil,
        model: String? = nil,
        osVersion: String,
        country: String? = nil,
        language: String? = nil
    ) {
        self.type = type
        self.make = make
        self.model = model
        self.osVersion = osVersion
        self.country = country
        self.language = language
    }
}

/// The app, as described in a request's body.
public struct RadarAppIdentity: Hashable, Sendable {
    /// The bundle id or package name (`appId`).
    public var id: String?
    /// The display name (`appName`).
    public var name: String?
    /// The version (`appVersion`).
    public var version: String?

    /// Creates an app; `id` is its bundle id or package name.
    public init(id: String? = nil, name: String? = nil, version: String? = nil) {
        self.id = id
        self.name = name
        self.version = version
    }
}

/// The permissions that the phone's owner granted, in the words of Radar's SDKs.
public struct RadarPermissions: Hashable, Sendable {
    /// `GRANTED_BACKGROUND`, `GRANTED_FOREGROUND`, `DENIED`, `RESTRICTED` or `NOT_DETERMINED`
    /// (`locationAuthorization`).
    public var location: String?
    /// `FULL` or `REDUCED` (`locationAccuracyAuthorization`).
    public var locationAccuracy: String?
    /// `GRANTED`, `DENIED`, `RESTRICTED` or `NOT_DETERMINED` (`notificationAuthorization`).
    public var notifications: String?

    /// Creates permissions, in the words of Radar's SDKs.
    public init(location: String? = nil, locationAccuracy: String? = nil, notifications: String? = nil) {
        self.location = location
        self.locationAccuracy = locationAccuracy
        self.notifications = notifications
    }
}
