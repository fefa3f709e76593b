package import VisitModel

/// An OS transition report: what a phone's operating system reports of a geofence that it monitors.
///
/// It describes the phone's own fence and is no visit: the service may never have created a fence of that name, and the
/// fix beside it may lie elsewhere.
package struct PhoneTransition: Hashable, Sendable {
    /// The fence's name, as the phone sent it.
    package var fence: String
    /// The reported transition.
    package var action: FenceAction
    /// The time by the phone's clock, where it is given separately from the time of the fix.
    package var at: Timestamp?

    /// Creates a report.
    package init(fence: String, action: FenceAction, at: Timestamp? = nil) {
        self.fence = fence
        self.action = action
        self.at = at
    }
}

extension FenceAction {
    /// Creates an action from a phone's word: Transistor's `ENTER`, `EXIT`, `DWELL`, OwnTracks' `enter`, `leave`.
    init?(reported text: String) {
        switch text.lowercased() {
        case "enter", "entered": self = .entered
        case "exit", "exited", "leave": self = .exited
        case "dwell", "dwelled": self = .dwelled
        default: return nil
        }
    }
}
