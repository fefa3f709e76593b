/// Why an update is one for the server under `sync` `events`, in the order in which the phone looks.
public enum RadarFinding: Hashable, Sendable {
    /// The phone has no list of geofences to go by.
    case noFences
    /// The device is where there may be others than those of the list, or nearly.
    case leftRegion
    /// The device is on a trip, and the options in force are not made for trips.
    case onTrip
    /// It has come into geofences; their ids in the order of the list.
    case entered([String])
    /// It has left geofences; their ids in alphabetical order.
    case exited([String])
    /// It has been in geofences for as long as a dwell takes; their ids in the order of the list.
    case dwelled([String])
}

/// What the phone saw in an update, and what it thinks from then on if the server is told.
public struct RadarObservation: Hashable, Sendable {
    /// Why the server is to be told; `nil` where nothing has happened.
    public let finding: RadarFinding?
    /// The stays after it.
    let stays: [String: RadarLocalFences.Stay]

    init(_ finding: RadarFinding?, _ stays: [String: RadarLocalFences.Stay]) {
        self.finding = finding
        self.stays = stays
    }
}
