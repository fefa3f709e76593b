public import PhoneOS
internal import VisitModel

/// Shows a member why something is needed, before the system asks.
public protocol PermissionExplainer: Sendable {
    /// Shows an explanation with a button to go on and one to put it off.
    ///
    /// - Parameters:
    ///   - explanation: what to show.
    ///   - leadsToSettings: whether the button to go on opens Settings: no prompt is left, or the system has none, as for
    ///     background location from Android 11 on.
    /// - Returns: whether the member wants to go on.
    func explain(_ explanation: PermissionExplanation, leadsToSettings: Bool) async -> Bool
}

/// Checks and requests the permissions that counting visits takes (the Gym Visits document's `AFPermissions`).
public struct AppPermissions: Sendable {
    private let phone: any PhoneOS
    private let explainer: any PermissionExplainer
    private let wantsPhysicalActivity: Bool

    /// Makes it over a phone.
    ///
    /// - Parameters:
    ///   - phone: the phone.
    ///   - explainer: shows the member why.
    ///   - wantsPhysicalActivity: whether the app wants to know what the member is doing.
    public init(phone: any PhoneOS, explainer: any PermissionExplainer, wantsPhysicalActivity: Bool = false) {
        self.phone = phone
        self.explainer = explainer
        self.wantsPhysicalActivity = wantsPhysicalActivity
    }

    /// Where the app stands with a permission.
    ///
    /// - Parameter permission: which.
    /// - Returns: where it stands.
    public func getPermissionStatus(permission: Permission) -> PermissionStatus { phone.status(of: permission) }

    /// Where the app stands with all of them.
    public var situation: PermissionSituation {
        PermissionSituation(on: phone, wantsPhysicalActivity: wantsPhysicalActivity)
    }

    /// Explains, then lets the system ask; or, where it would not ask any more, leads to Settings.
    ///
    /// - Parameter permission: which.
    /// - Returns: where the app stands afterwards; Settings are left open, so that the answer comes as a signal.
    /// - Throws: `MobileSDKError` with code `permission` where location has to be asked for first, with code `manifest` where
    ///   the app was built without what the system wants.
    @discardableResult
    public func requestPermission(permission: Permission) async throws -> PermissionStatus {
        let status = phone.status(of: permission)
        guard status != .granted else { return status }
        guard permission != .backgroundLocation || phone.status(of: .fineLocation) == .granted else {
            throw MobileSDKError(
                .permission,
                "background location can only be asked for once location is granted: request fineLocation first"
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
        let leadsToSettings = permission.isAskedInSettings(on: phone.platform, phone.version)
        guard await explainer.explain(explanation, leadsToSettings: leadsToSettings) else { return status }
        do {
            return try await phone.request(permission)
        } catch let error as PhoneError where error.code == .manifestIncomplete {
            throw MobileSDKError(.manifest, error.message, cause: error)
        }
    }

    /// Goes through all permissions in their order, asking for each that is missing once.
    ///
    /// - Returns: the situation afterwards.
    /// - Throws: as `requestPermission(permission:)`.
    @discardableResult
    public func requestAll() async throws -> PermissionSituation {
        var visited: Set<Permission> = []
        while true {
            switch situation.nextStep(deferring: visited) {
            case .ask(let explanation), .openSettings(let explanation):
                visited.insert(explanation.permission)
                try await requestPermission(permission: explanation.permission)
            case .done:
                return situation
            }
        }
    }

    /// Opens the app's page in the phone's settings.
    public func openAppSettings() async { await phone.openAppSettings() }

    /// Always is of no use on iOS where the app does not say that it works in the background.
    private func checkManifest(for permission: Permission) throws(MobileSDKError) {
        guard phone.platform == .ios, permission == .backgroundLocation,
            !phone.manifest.backgroundModes.contains(AppManifest.locationMode)
        else { return }
        throw MobileSDKError(
            .manifest,
            "the app has no background mode `location`: enable Background Modes > Location Updates in its project"
        )
    }
}
