internal import TrackingModel

/// How far up Android shows the notification of the foreground service.
///
/// Transistor types, NotificationPriority.
public enum NotificationPriority: Int, Hashable, Sendable, Codable, CaseIterable {
    /// As any other.
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
