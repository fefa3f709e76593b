import GRDB
import SQLiteStorage
import StoreTestSupport
import Synchronization
import Testing

@testable import VisitStore

@Suite("The pauses between the transactions of an import")
struct ImportPausesTests {
    /// The pauses in milliseconds.
    private final class Recorder: Sendable {
        private let lengths = Mutex<[Int64]>([])

        var taken: [Int64] { lengths.withLock(\.self) }

        var slices: ImportSlices {
            ImportSlices(uptime: { .zero }) { [self] length in
                lengths.withLock { $0.append(length.components.attoseconds / 1_000_000_000_000_000) }
            }
        }
    }

    @Test("are long at the beginning and after a transaction of another process, and short otherwise")
    func lengths() {
        let (recorder, count) = (Recorder(), ImportPauses.watchfulCount)
        var pauses = ImportPauses(recorder.slices)
        for _ in 0..<count + 3 { pauses.pause(dataVersion: 1) }
        for _ in 0..<count + 2 { pauses.pause(dataVersion: 2) }
        let long = [Int64](repeating: 20, count: count)
        #expect(recorder.taken == long + [5, 5, 5] + long + [5, 5])
    }

    @Test("another connection to the file is another process, and the store's own transactions are not")
    func version() throws {
        let (folder, recorder) = (try TemporaryFolder(), Recorder())
        let store = try VisitStore(path: folder.file("one.sqlite"), .processEnd, cleanUp: nil)
        let other = try VisitStore(path: store.path, .processEnd, cleanUp: nil)
        let staged = StagedImport(database: store.database, slices: recorder.slices)
        var pauses = ImportPauses(recorder.slices)
        for _ in 0..<ImportPauses.watchfulCount { try staged.pause(&pauses) }
        try staged.pause(&pauses)
        try store.database.write { try $0.execute(sql: "PRAGMA user_version = 7") }
        try staged.pause(&pauses)
        try other.database.write { try $0.execute(sql: "PRAGMA user_version = 8") }
        try staged.pause(&pauses)
        #expect(recorder.taken.suffix(3) == [5, 5, 20])
    }
}
