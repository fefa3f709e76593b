/// The reason why an update is uploaded under `sync` `events`, in the order in which the phone checks.
public enum RadarFinding: Hashable, Sendable {
    /// The phone has no list of geofences.
    case noFences
    /// The device is outside, or near the edge of, the region that the list covers.
    case leftRegion
    /// The device is on a trip, and the effective options are not those for trips.
    case onTrip
    /// The device entered geofences; their ids in the order of the list.
    case entered([String])
    /// The device left geofences; their ids in alphabetical order.
    case exited([String])
    /// The device reached the dwell threshold in geofences; their ids in the order of the list.
    case dwelled([String])
}

/// The phone's observation of an update, and its stays if the update is sent.
public struct RadarObservation: Hashable, Sendable {
    /// The reason to upload; `nil` where nothing has happened.
    public let finding: RadarFinding?
    /// The stays after the update.
    let stays: [String: RadarLocalFences.Stay]

    init(_ finding: RadarFinding?, _ stays: [String: RadarLocalFences.Stay]) {
        self.finding = finding
        self.stays = stays
    }
}
