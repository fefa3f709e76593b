package import VisitModel

/// What a phone's operating system says of a geofence that it watches.
///
/// It is the phone's opinion of a fence of the phone's, and no visit: the name may be of a fence that the service never
/// made, and the fix beside it may lie elsewhere.
package struct FenceClaim: Hashable, Sendable {
    /// The fence's name, as the phone sent it.
    package var fence: String
    /// What happened there.
    package var action: FenceAction
    /// When, by the phone's clock, where that is said apart from the time of the fix.
    package var at: Timestamp?

    /// Makes a claim.
    ///
    /// - Parameters:
    ///   - fence: the fence's name, as the phone sent it.
    ///   - action: what happened there.
    ///   - at: when, where that is said apart from the time of the fix.
    package init(fence: String, action: FenceAction, at: Timestamp? = nil) {
        self.fence = fence
        self.action = action
        self.at = at
    }
}

extension FenceAction {
    /// The action that a phone's word names: Transistor's `ENTER`, `EXIT`, `DWELL`, OwnTracks' `enter`, `leave`.
    init?(reported text: String) {
        switch text.lowercased() {
        case "enter", "entered": self = .entered
        case "exit", "exited", "leave": self = .exited
        case "dwell", "dwelled": self = .dwelled
        default: return nil
        }
    }
}
