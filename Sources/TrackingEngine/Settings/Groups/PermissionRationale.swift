internal import TrackingModel
/// The dialog that explains why the app needs location in the background, and leads to the system's page for it.
///
/// Android 11 and later. The texts may contain `{applicationName}` and `{backgroundPermissionOptionLabel}`, which are
/// replaced by the app's name and the system's label for always. Transistor, AppConfig.backgroundPermissionRationale;
/// Transistor types, PermissionRationale.
public struct PermissionRationale: Hashable, Sendable, Codable {
    /// The title; not set by default.
    public var title: String?
    /// The reason; not set by default.
    public var message: String?
    /// The button that leads to the system's page; not set by default.
    public var positiveAction: String?
    /// The button that dismisses the dialog; not set by default.
    public var negativeAction: String?

    /// A dialog that is not configured, and so not shown.
    public init() {}

    /// Whether there is anything to show.
    public var isConfigured: Bool { self != PermissionRationale() }
}
