internal import RadarEngine
internal import Foundation
internal import PhoneOS
internal import Synchronization
internal import VisitModel

extension RadarClient {
    /// The current description of the installation that every request contains, and the headers that follow from it.
    var installation: KnownInstallation {
        let zone = phone.timeZone.timeZone
        let (user, session, known) = state.withLock { ($0.user, $0.session, $0.installation) }
        let facts = InstallationFacts(
            user: user,
            session: session,
            permissions: permissions,
            timeZoneOffsetSeconds: zone.secondsFromGMT(for: Date(timeIntervalSince1970: phone.now().seconds))
        )
        if let known, known.facts == facts { return known }
        let installation = installation(of: facts)
        let new = KnownInstallation(facts: facts, installation: installation, headers: headers(installation))
        state.withLock { $0.installation = new }
        return new
    }

    private func installation(of facts: InstallationFacts) -> RadarInstallation {
        let user = facts.user
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
            permissions: facts.permissions,
            sdkVersion: Self.version,
            timeZoneOffsetSeconds: facts.timeZoneOffsetSeconds
        )
        installation.serverUserID = user.serverUserID
        installation.userID = user.userID
        installation.userDescription = user.userDescription
        installation.metadata = user.metadata
        installation.userTags = user.tags
        installation.sessionID = facts.session
        return installation
    }

    private func headers(_ installation: RadarInstallation) -> [String: String] {
        var headers = [
            "Authorization": setup.publishableKey ?? "", "Content-Type": "application/json",
            "X-Radar-Device-OS": installation.device.osVersion, "X-Radar-Device-Type": installation.device.type,
            "X-Radar-SDK-Version": installation.sdkVersion,
        ]
        headers["X-Radar-Device-Make"] = installation.device.make
        headers["X-Radar-Device-Model"] = installation.device.model
        return headers
    }

    /// The permissions in Radar's terms.
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

/// The facts of an installation that may differ in the next request; the rest is constant for the process.
struct InstallationFacts: Hashable, Sendable {
    var user: StoredRadar.User
    var session: String?
    var permissions: RadarPermissions
    var timeZoneOffsetSeconds: Int
}

/// The description of an installation in requests, cached for the same facts.
final class KnownInstallation: Sendable {
    let facts: InstallationFacts
    let installation: RadarInstallation
    let written: RadarWrittenInstallation
    let headers: [String: String]

    init(facts: InstallationFacts, installation: RadarInstallation, headers: [String: String]) {
        (self.facts, self.installation, self.headers) = (facts, installation, headers)
        written = RadarWrittenInstallation(installation)
    }
}
