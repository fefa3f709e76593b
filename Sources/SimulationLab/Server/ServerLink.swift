internal import MobileSDK
internal import Synchronization
internal import VisitStore

/// How an app reaches its service, and what it keeps of what it sends: both outlive its process.
final class ServerLink: Sendable {
    let server: any LabServer
    let transport: LabTransport
    private let file: Mutex<RecordStore>

    init(server: any LabServer, transport: LabTransport) throws {
        (self.server, self.transport) = (server, transport)
        file = Mutex(try .inMemory())
    }

    /// The app's file of records.
    var records: RecordStore { file.withLock(\.self) }

    /// The app's data is gone, the file with it.
    func forget() throws {
        let fresh = try RecordStore.inMemory()
        file.withLock { $0 = fresh }
    }
}
