internal import TrackingModel
/// The priority of the foreground service's notification on Android.
///
/// Transistor types, NotificationPriority.
public enum NotificationPriority: Int, Hashable, Sendable, Codable, CaseIterable {
    /// The default priority.
    case `default` = 0
    /// At the top.
    case high = 1
    /// Towards the bottom.
    case low = -1
    /// The same as high.
    case max = 2
    /// At the bottom, without an icon in the status bar.
    case min = -2
}

extension NotificationPriority: ConfigNumber {}
