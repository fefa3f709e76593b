internal import Foundation
internal import Synchronization
public import TrackingEngine

extension RadarClient {
    /// The id of this installation, made when the SDK first ran on it (`installId`).
    public var installID: String { state.withLock(\.user.installID) }

    /// The member, as the app calls them (`Radar.setUserId`); `nil` where nobody is logged in.
    public var userID: String? {
        get { state.withLock(\.user.userID) }
        set { change { $0.userID = newValue } }
    }

    /// What the app says of the member (`Radar.setDescription`).
    public var userDescription: String? {
        get { state.withLock(\.user.userDescription) }
        set { change { $0.userDescription = newValue } }
    }

    /// What else the app says of the member (`Radar.setMetadata`).
    public var metadata: [String: ConfigValue] {
        get { state.withLock(\.user.metadata) }
        set { change { $0.metadata = newValue } }
    }

    /// The kinds of members that this one belongs to (`Radar.setTags`).
    public var userTags: [String] {
        get { state.withLock(\.user.tags) }
        set { change { $0.tags = newValue } }
    }

    /// Changes what is known of the member, from the next request on.
    private func change(_ change: (inout StoredRadar.User) -> Void) {
        lane.lock()
        defer { lane.unlock() }
        state.withLock { state in
            let before = state.user
            change(&state.user)
            if state.user.userID != before.userID { state.user.serverUserID = nil }
            if state.user != before { state.isDirty = true }
        }
        act()
    }
}
