internal import GeofenceEngine
internal import Synchronization
internal import VisitModel
internal import VisitStore

/// A recently seen device, cached.
final class LiveDevice: Sendable {
    /// The device and its session.
    let open: OpenDevice
    /// The generation of the environment that it was opened in.
    let generation: Int
    /// The geofences delivered to the phone; `nil` before they were read from the store.
    let ledger: Mutex<RegistrationTracker?>

    init(_ session: consuming sending DeviceSession, generation: Int, ledger: RegistrationTracker? = nil) {
        self.ledger = Mutex(ledger)
        self.open = OpenDevice(session)
        self.generation = generation
    }
}
