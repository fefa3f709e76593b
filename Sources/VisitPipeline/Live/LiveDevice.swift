internal import GeofenceEngine
internal import Synchronization
internal import VisitModel
internal import VisitStore

/// A device that was heard of lately.
final class LiveDevice: Sendable {
    /// The device and all that is known of it.
    let open: OpenDevice
    /// The world that it was opened in.
    let generation: Int
    /// What the phone was told to keep; `nil` where it was not asked for yet.
    let ledger: Mutex<FenceLedger?>

    init(_ session: consuming sending DeviceSession, generation: Int, ledger: FenceLedger? = nil) {
        self.ledger = Mutex(ledger)
        self.open = OpenDevice(session)
        self.generation = generation
    }
}
