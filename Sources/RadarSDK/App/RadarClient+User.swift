internal import RadarEngine
public import TrackingModel
internal import Foundation
internal import Synchronization

extension RadarClient {
    /// The id of this installation, created at the first run of the SDK (`installId`).
    public var installID: String { state.withLock(\.user.installID) }

    /// The app's id of the member (`Radar.setUserId`); `nil` while no member is logged in.
    public var userID: String? {
        get { state.withLock(\.user.userID) }
        set { change { $0.userID = newValue } }
    }

    /// The app's description of the member (`Radar.setDescription`).
    public var userDescription: String? {
        get { state.withLock(\.user.userDescription) }
        set { change { $0.userDescription = newValue } }
    }

    /// The app's metadata about the member (`Radar.setMetadata`).
    public var metadata: [String: ConfigValue] {
        get { state.withLock(\.user.metadata) }
        set { change { $0.metadata = newValue } }
    }

    /// The tags of the member (`Radar.setTags`).
    public var userTags: [String] {
        get { state.withLock(\.user.tags) }
        set { change { $0.tags = newValue } }
    }

    /// Changes the member's data, from the next request on.
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
