internal import Synchronization
internal import VisitModel

/// A device that was heard of, kept at hand between batches.
///
/// A session is large and has many parts that are counted by reference, so it stays where it is and is changed in place;
/// one thread at a time works on a device.
final class OpenDevice: Sendable {
    /// The device.
    let device: Device
    /// What is known of it.
    let session: Mutex<DeviceSession>

    init(_ session: consuming sending DeviceSession) {
        self.device = session.timeline.device
        self.session = Mutex(session)
    }
}
