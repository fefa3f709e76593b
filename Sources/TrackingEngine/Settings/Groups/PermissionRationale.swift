internal import TrackingModel

/// The dialog that says why the app wants location in the background, and leads to the system's page for it.
///
/// Android 11 and later. The texts may hold `{applicationName}` and `{backgroundPermissionOptionLabel}`, which stand
/// for the app's name and for the system's word for always. Transistor, AppConfig.backgroundPermissionRationale;
/// Transistor types, PermissionRationale.
public struct PermissionRationale: Hashable, Sendable, Codable {
    /// The title; not set by default.
    public var title: String?
    /// Why the app wants it; not set by default.
    public var message: String?
    /// The button that leads to the system's page; not set by default.
    public var positiveAction: String?
    /// The button that leaves things as they are; not set by default.
    public var negativeAction: String?

    /// A dialog that is not configured, and so not shown.
    public init() {}

    /// Whether there is anything to show.
    public var isConfigured: Bool { self != PermissionRationale() }
}
