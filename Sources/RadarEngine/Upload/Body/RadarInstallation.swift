public import TrackingModel

/// What of a request's body belongs to the installation and the phone, and not to one update.
///
/// Every member is left out of the body where it is `nil` or empty. Source: Radar SDK for iOS, RadarAPIClient track;
/// Radar SDK for Android, RadarApiClient track.
public struct RadarInstallation: Hashable, Sendable {
    /// The server's own id of the user, as an answer named it (`id`).
    public var serverUserID: String?
    /// The id that the SDK gave this installation (`installId`).
    public var installID: String
    /// The member, as the app calls them (`userId`).
    public var userID: String?
    /// The device's id (`deviceId`).
    public var deviceID: String
    /// What the app says of the member (`description`).
    public var userDescription: String?
    /// What else the app says of the member (`metadata`).
    public var metadata: [String: ConfigValue]
    /// The kinds of members that this one belongs to (`userTags`).
    public var userTags: [String]
    /// The time of the app's present session, seconds since 1970 (`sessionId`).
    public var sessionID: String?

    /// The phone itself.
    public var device: RadarDevice
    /// The app.
    public var app: RadarAppIdentity
    /// What the phone's owner allows.
    public var permissions: RadarPermissions

    /// The version of the SDK (`sdkVersion`).
    public var sdkVersion: String
    /// The phone's offset from UTC in seconds, positive in the east (`timeZoneOffset`).
    public var timeZoneOffsetSeconds: Int

    /// Makes a description.
    ///
    /// - Parameters:
    ///   - installID: the id that the SDK gave this installation.
    ///   - deviceID: the device's id.
    ///   - device: the phone itself.
    ///   - app: the app.
    ///   - permissions: what the phone's owner allows.
    ///   - sdkVersion: the version of the SDK.
    ///   - timeZoneOffsetSeconds: the phone's offset from UTC.
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
        self.metadata = [:]
        self.userTags = []
        self.device = device
        self.app = app
        self.permissions = permissions
        self.sdkVersion = sdkVersion
        self.timeZoneOffsetSeconds = timeZoneOffsetSeconds
    }
}

/// The phone, as a request's body and headers name it.
public struct RadarDevice: Hashable, Sendable {
    /// `iOS` or `Android` (`deviceType`).
    public var type: String
    /// Who made it, for instance `Apple` (`deviceMake`).
    public var make: String?
    /// Which model, for instance `iPhone15,2` (`deviceModel`).
    public var model: String?
    /// The version of its operating system (`deviceOS`).
    public var osVersion: String
    /// The country of its settings, two letters (`country`).
    public var country: String?
    /// The language of its settings, for instance `en` (`lang`).
    public var language: String?

    /// Makes a phone.
    ///
    /// - Parameters:
    ///   - type: `iOS` or `Android`.
    ///   - make: who made it.
    ///   - model: which model.
    ///   - osVersion: the version of its operating system.
    ///   - country: the country of its settings.
    ///   - language: the language of its settings.
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

/// The app, as a request's body names it.
public struct RadarAppIdentity: Hashable, Sendable {
    /// Its bundle id or package name (`appId`).
    public var id: String?
    /// Its name (`appName`).
    public var name: String?
    /// Its version (`appVersion`).
    public var version: String?

    /// Makes an app.
    ///
    /// - Parameters:
    ///   - id: its bundle id or package name.
    ///   - name: its name.
    ///   - version: its version.
    public init(id: String? = nil, name: String? = nil, version: String? = nil) {
        self.id = id
        self.name = name
        self.version = version
    }
}

/// What the phone's owner allows, with the words of Radar's SDKs.
public struct RadarPermissions: Hashable, Sendable {
    /// `GRANTED_BACKGROUND`, `GRANTED_FOREGROUND`, `DENIED`, `RESTRICTED` or `NOT_DETERMINED`
    /// (`locationAuthorization`).
    public var location: String?
    /// `FULL` or `REDUCED` (`locationAccuracyAuthorization`).
    public var locationAccuracy: String?
    /// `GRANTED`, `DENIED`, `RESTRICTED` or `NOT_DETERMINED` (`notificationAuthorization`).
    public var notifications: String?

    /// Makes a description.
    ///
    /// - Parameters:
    ///   - location: where the app stands with location.
    ///   - locationAccuracy: how exactly it may see it.
    ///   - notifications: where it stands with notifications.
    public init(location: String? = nil, locationAccuracy: String? = nil, notifications: String? = nil) {
        self.location = location
        self.locationAccuracy = locationAccuracy
        self.notifications = notifications
    }
}
