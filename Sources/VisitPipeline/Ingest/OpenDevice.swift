internal import DeviceEngine
internal import Synchronization
internal import VisitModel

/// An opened device, cached between batches.
///
/// A session is large and has many reference-counted parts, so it stays in place and is mutated there; one thread at a
/// time works on a device.
final class OpenDevice: Sendable {
    /// The device.
    let device: Device
    /// Its state.
    let session: Mutex<DeviceSession>

    init(_ session: consuming sending DeviceSession) {
        self.device = session.timeline.device
        self.session = Mutex(session)
    }
}
