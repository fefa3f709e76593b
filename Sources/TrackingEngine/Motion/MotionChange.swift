internal import TrackingModel

/// A change of the motion state.
public struct MotionChange: Hashable, Sendable {
    /// What led to it.
    public enum Cause: String, Hashable, Sendable, Codable, CaseIterable {
        /// The motion service said so.
        case activity
        /// The phone was still for the whole `stopTimeout`.
        case stopTimeout = "stop_timeout"
        /// iOS turned location off by itself.
        case automaticPause = "automatic_pause"
        /// The phone left the geofence round the place where it had stopped, or a reading far from there came.
        case leftPlace = "left_place"
        /// The app called `changePace`.
        case manual
        /// Tracking began, or ended.
        case power
    }

    /// Whether the phone counts as moving from now on.
    public let isMoving: Bool
    /// What led to it.
    public let cause: Cause
}
