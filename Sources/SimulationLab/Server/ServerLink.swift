internal import MobileSDK
internal import PhoneStore
internal import Synchronization
internal import VisitStore

/// An app's connection to its service and its file of pending records, both of which outlive the process.
final class ServerLink: Sendable {
    let server: any LabServer
    let transport: LabTransport
    private let file: Mutex<RecordStore>

    init(server: any LabServer, transport: LabTransport) throws {
        (self.server, self.transport) = (server, transport)
        file = Mutex(try .inMemory())
    }

    var records: RecordStore { file.withLock(\.self) }

    /// Replaces the file of records by an empty one, as when the app's data is cleared.
    func forget() throws {
        let fresh = try RecordStore.inMemory()
        file.withLock { $0 = fresh }
    }
}
