internal import MobileSDKCore
public import PhoneOS
internal import VisitModel

/// Explains to a member why a permission is needed, before the system prompts.
public protocol PermissionExplainer: Sendable {
    /// Shows an explanation with a button to continue and one to postpone, and returns whether the member continues.
    ///
    /// With `leadsToSettings` the button to continue opens Settings, because no prompt is left or the system has none,
    /// as for background location since Android 11.
    func explain(_ explanation: PermissionExplanation, leadsToSettings: Bool) async -> Bool
}

/// Checks and requests the permissions that counting visits requires (the Gym Visits document's `AFPermissions`).
public struct AppPermissions: Sendable {
    private let phone: any PhoneOS
    private let explainer: any PermissionExplainer
    private let wantsPhysicalActivity: Bool

    /// Creates the permissions of an app on a phone; `wantsPhysicalActivity` if it uses activity recognition.
    public init(phone: any PhoneOS, explainer: any PermissionExplainer, wantsPhysicalActivity: Bool = false) {
        self.phone = phone
        self.explainer = explainer
        self.wantsPhysicalActivity = wantsPhysicalActivity
    }

    /// Returns the status of a permission.
    public func getPermissionStatus(permission: Permission) -> PermissionStatus { phone.status(of: permission) }

    /// The status of all permissions.
    public var situation: PermissionSituation {
        PermissionSituation(on: phone, wantsPhysicalActivity: wantsPhysicalActivity)
    }

    /// Explains a permission, then prompts for it, or opens Settings if the system would not prompt any more.
    ///
    /// Returns the status afterwards; Settings stay open, and their result arrives as a signal. Throws `MobileSDKError`
    /// with code `permission` if location must be requested first, with code `manifest` if the app's manifest lacks a
    /// required entry.
    @discardableResult
    public func requestPermission(permission: Permission) async throws -> PermissionStatus {
        let status = phone.status(of: permission)
        guard status != .granted else { return status }
        guard permission != .backgroundLocation || phone.status(of: .fineLocation) == .granted else {
            throw MobileSDKError(
                .permission,
                "background location can only be requested after location is granted: request fineLocation first"
            )
        }
        try checkManifest(for: permission)
        guard phone.canPrompt(for: permission) else {
            if await explainer.explain(.beforeSettings(permission, on: phone.platform), leadsToSettings: true) {
                await phone.openAppSettings()
            }
            return phone.status(of: permission)
        }
        let explanation = PermissionExplanation.beforePrompt(permission, on: phone.platform, phone.version)
        let leadsToSettings = permission.opensSettings(on: phone.platform, version: phone.version)
        guard await explainer.explain(explanation, leadsToSettings: leadsToSettings) else { return status }
        do {
            return try await phone.request(permission)
        } catch let error as PhoneError where error.code == .manifestIncomplete {
            throw MobileSDKError(.manifest, error.message, cause: error)
        }
    }

    /// Requests all missing permissions in order, each once, as `requestPermission(permission:)` does.
    @discardableResult
    public func requestAll() async throws -> PermissionSituation {
        var visited: Set<Permission> = []
        while true {
            switch situation.nextStep(deferring: visited) {
            case .ask(let explanation), .openSettings(let explanation):
                visited.insert(explanation.permission)
                try await requestPermission(permission: explanation.permission)
            case .done: return situation
            }
        }
    }

    /// Opens the app's page in the phone's settings.
    public func openAppSettings() async { await phone.openAppSettings() }

    /// Throws if Always is requested on iOS by an app that does not declare the background mode it requires.
    private func checkManifest(for permission: Permission) throws(MobileSDKError) {
        guard phone.platform == .ios, permission == .backgroundLocation,
            !phone.manifest.backgroundModes.contains(AppManifest.locationMode)
        else { return }
        throw MobileSDKError(.manifest, AppManifest.missingModeMessage)
    }
}
