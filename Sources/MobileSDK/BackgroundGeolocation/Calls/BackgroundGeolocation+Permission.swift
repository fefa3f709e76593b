internal import Foundation
internal import MobileSDKCore
internal import PhoneOS
internal import PhoneStore
internal import Synchronization
public import TrackingEngine
internal import VisitModel

extension BackgroundGeolocation {
    /// Requests the location permission of the configuration (`GeolocationConfig.locationAuthorizationRequest`), and
    /// the motion permission unless `disableMotionActivityUpdates`.
    ///
    /// Permissions for which the system would not prompt any more are skipped. On Android 11 and later,
    /// `AppConfig.backgroundPermissionRationale` is shown before background location. Before `ready` the default
    /// options apply. Transistor, BGGeo, "Lifecycle".
    ///
    /// - Returns: the authorization status afterwards.
    /// - Throws: `MobileSDKError` with code `manifest` if the app's manifest lacks a required entry.
    @discardableResult
    public func requestPermission() async throws -> ProviderState.Status {
        let config = state.config
        let rationale = config.showsPermissionRationale ? config.app.backgroundPermissionRationale : nil
        try await ask(GeolocationSession.PermissionRequest(rationale: rationale))
        return getProviderState().status
    }

    /// Returns the current state of the phone's location services, as far as the app may know it.
    ///
    /// Transistor, BGGeo.onProviderChange.
    public func getProviderState() -> ProviderState { ProviderState(of: phone) }

    /// Whether the phone saves power, which may delay fixes and uploads.
    ///
    /// Transistor, BGGeo.onPowerSaveChange.
    public var isPowerSaveMode: Bool { phone.powerState.isPowerSaving }

    /// Requests the permissions that `start` needs; a refusal by the system is logged.
    func requestPermissions() async {
        let wish = session.withLock { session in
            defer { session.permissionWish = nil }
            return session.permissionWish
        }
        guard let wish else { return }
        do {
            try await ask(wish)
        } catch {
            emit(.failure(error), at: phone.now())
        }
    }

    private func ask(_ wish: GeolocationSession.PermissionRequest) async throws(MobileSDKError) {
        let config = session.withLock { $0.tracking.config }
        try await ask(for: .fineLocation)
        let wantsAlways = config.geolocation.locationAuthorizationRequest != .whenInUse
        if wantsAlways, phone.status(of: .fineLocation) == .granted, await explained(wish) {
            try await ask(for: .backgroundLocation)
        }
        if !config.activity.disableMotionActivityUpdates { try await ask(for: .physicalActivity) }
    }

    private func ask(for permission: Permission) async throws(MobileSDKError) {
        guard permission.isAsked(on: phone.platform, phone.version), phone.status(of: permission) != .granted,
            phone.canPrompt(for: permission)
        else { return }
        do {
            _ = try await phone.request(permission)
        } catch {
            throw MobileSDKError(.manifest, "\(permission.rawValue) can't be requested: \(error)", cause: error)
        }
        // A first refusal changes no permission that the phone would signal, but it changes which prompts are left.
        lane.withLock {
            providerMayHaveChanged(at: phone.now())
            work()
        }
    }

    /// Explains why the app needs background location, if the system opens a page for it.
    private func explained(_ wish: GeolocationSession.PermissionRequest) async -> Bool {
        guard let rationale = wish.rationale, phone.status(of: .backgroundLocation) != .granted,
            Permission.backgroundLocation.isAskedInSettings(on: phone.platform, phone.version),
            phone.canPrompt(for: .backgroundLocation)
        else { return true }
        let usual = PermissionExplanation.beforePrompt(.backgroundLocation, on: phone.platform, phone.version)
        let explanation = PermissionExplanation(
            permission: .backgroundLocation,
            title: rationale.title ?? usual.title,
            text: rationale.message ?? usual.text
        )
        if let explainer { return await explainer.explain(explanation, leadsToSettings: true) }
        let channel = session.withLock { $0.tracking.config.app.notification }
        phone.createNotificationChannel(id: channel.channelId, name: channel.channelName)
        do {
            try phone.post(Notice(title: explanation.title, body: explanation.text), channel: channel.channelId)
        } catch {
            log(.warning, "the rationale is not shown: \(error)", at: phone.now())
        }
        return true
    }
}
