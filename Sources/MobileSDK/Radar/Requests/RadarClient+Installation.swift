internal import Foundation
internal import PhoneOS
internal import Synchronization
internal import TrackingEngine
internal import VisitModel

extension RadarClient {
    /// What every request says of the installation, as it is now.
    var installation: RadarInstallation {
        let (user, session) = state.withLock { ($0.user, $0.session) }
        let zone = phone.timeZone.timeZone
        var installation = RadarInstallation(
            installID: user.installID,
            deviceID: setup.deviceID ?? user.installID,
            device: RadarDevice(
                type: phone.platform == .ios ? "iOS" : "Android",
                make: setup.deviceMake,
                model: setup.deviceModel,
                osVersion: phone.version.description,
                country: setup.country,
                language: setup.language
            ),
            app: setup.app,
            permissions: permissions,
            sdkVersion: Self.version,
            timeZoneOffsetSeconds: zone.secondsFromGMT(for: Date(timeIntervalSince1970: phone.now().seconds))
        )
        installation.serverUserID = user.serverUserID
        installation.userID = user.userID
        installation.userDescription = user.userDescription
        installation.metadata = user.metadata
        installation.userTags = user.tags
        installation.sessionID = session
        return installation
    }

    /// What the phone's owner allows, with Radar's words.
    private var permissions: RadarPermissions {
        let location =
            switch phone.status(of: .fineLocation) {
            case .granted:
                phone.status(of: .backgroundLocation) == .granted ? "GRANTED_BACKGROUND" : "GRANTED_FOREGROUND"
            case let status: word(status, for: .fineLocation)
            }
        let notifications = phone.status(of: .notifications)
        return RadarPermissions(
            location: location,
            locationAccuracy: phone.locationPrecision == .full ? "FULL" : "REDUCED",
            notifications: notifications == .granted ? "GRANTED" : word(notifications, for: .notifications)
        )
    }

    private func word(_ status: PermissionStatus, for permission: Permission) -> String {
        if status == .restricted { return "RESTRICTED" }
        return phone.canPrompt(for: permission) ? "NOT_DETERMINED" : "DENIED"
    }
}
