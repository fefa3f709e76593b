internal import MobileSDK
public import PhoneOS

/// The Gym Visits document's permissions, on the phone that `AFCore.use` was given.
///
/// Each call is one of `AppPermissions`, whose comments describe it. Before `AFCore.use` it throws `MobileSDKError` with
/// code `configuration`.
public struct AFPermissions: Sendable {
    /// The permissions of the app.
    public static let shared = AFPermissions()

    /// As `AppPermissions.getPermissionStatus(permission:)`.
    public func getPermissionStatus(permission: Permission) async throws -> PermissionStatus {
        try AFCore.shared.slot.get().permissions.getPermissionStatus(permission: permission)
    }

    /// As `AppPermissions.requestPermission(permission:)`.
    @discardableResult
    public func requestPermission(permission: Permission) async throws -> PermissionStatus {
        try await AFCore.shared.slot.get().permissions.requestPermission(permission: permission)
    }

    /// As `AppPermissions.openAppSettings()`.
    public func openAppSettings() async throws { try await AFCore.shared.slot.get().permissions.openAppSettings() }
}
