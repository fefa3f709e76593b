internal import MobileSDKCore
internal import PhoneOS
internal import PhoneStore
internal import TrackingEngine
internal import VisitModel

/// Prompts the member for the permissions that the configuration requires.
struct PermissionPrompts: Sendable {
    let runtime: TrackingRuntime
    /// Shows the rationale of background location; `nil` shows it as a notification.
    let explainer: (any PermissionExplainer)?

    private var phone: any PhoneOS { runtime.phone }
    private var session: SharedSession { runtime.session }

    /// Requests the permissions that `start` needs; a refusal by the system is logged.
    func requestPending() async {
        let requested = session.withLock { session in
            defer { session.permissionWish = nil }
            return session.permissionWish
        }
        guard let requested else { return }
        do {
            try await request(requested)
        } catch {
            runtime.events.emit(.failure(error), at: phone.now())
        }
    }

    /// Permissions for which the system would not prompt are skipped.
    func request(_ requested: GeolocationSession.PermissionRequest) async throws(MobileSDKError) {
        defer { reportMissingPermissions() }
        let config = session.withLock { $0.tracking.config }
        try await request(.fineLocation)
        let wantsAlways = config.geolocation.locationAuthorizationRequest != .whenInUse
        if wantsAlways, phone.status(of: .fineLocation) == .granted, await explained(requested) {
            try await request(.backgroundLocation)
        }
        if !config.activity.disableMotionActivityUpdates { try await request(.physicalActivity) }
    }

    /// Reports what is still not allowed: a refusal may change no status, and signal nothing.
    private func reportMissingPermissions() {
        let mayUseMotion = phone.status(of: .physicalActivity) == .granted
        runtime.serialized {
            session.process(.motionPermissionChanged(isGranted: mayUseMotion), at: phone.now())
            runtime.work()
        }
        runtime.decide { $0.promptsEnded(at: $1) }
    }

    private func request(_ permission: Permission) async throws(MobileSDKError) {
        guard permission.needsRequest(on: phone.platform, version: phone.version),
            phone.status(of: permission) != .granted,
            phone.canPrompt(for: permission)
        else { return }
        do {
            _ = try await phone.request(permission)
        } catch {
            throw MobileSDKError(.manifest, "\(permission.rawValue) can't be requested: \(error)", cause: error)
        }
        // A first refusal changes no permission that the phone would signal, but it changes which prompts are left.
        runtime.serialized {
            runtime.providerMayHaveChanged(at: phone.now())
            runtime.work()
        }
    }

    /// Explains why the app needs background location, if the system opens a page for it.
    private func explained(_ requested: GeolocationSession.PermissionRequest) async -> Bool {
        guard let rationale = requested.rationale, phone.status(of: .backgroundLocation) != .granted,
            Permission.backgroundLocation.opensSettings(on: phone.platform, version: phone.version),
            phone.canPrompt(for: .backgroundLocation)
        else { return true }
        let usual = PermissionExplanation.beforePrompt(.backgroundLocation, on: phone.platform, phone.version)
        let explanation = PermissionExplanation(
            permission: .backgroundLocation,
            title: rationale.title ?? usual.title,
            text: rationale.message ?? usual.text,
            positiveAction: rationale.positiveAction,
            negativeAction: rationale.negativeAction
        )
        if let explainer { return await explainer.explain(explanation, leadsToSettings: true) }
        let channel = session.withLock { $0.tracking.config.app.notification }
        phone.createNotificationChannel(id: channel.channelId, name: channel.channelName)
        do {
            try phone.post(Notice(title: explanation.title, body: explanation.text), channel: channel.channelId)
        } catch {
            session.log(.warning, "the rationale is not shown: \(error)", at: phone.now())
        }
        return true
    }
}
