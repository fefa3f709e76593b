import Dispatch
import GRDB

import SQLiteStorage
import StoreTestSupport
import Synchronization
import LongTests
import Testing
import VisitModel

@testable import PhoneStore
@testable import VisitStore

@Suite("Switching a new file to a write-ahead log")
struct WriteAheadLogTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("new.sqlite")
    }

    /// A connection with an open write transaction.
    private func writer() throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let writer = try DatabaseQueue(path: path, configuration: configuration)
        try writer.inDatabase { try $0.beginTransaction(.immediate) }
        return writer
    }

    @Test("an opener waits for a transaction of another connection", arguments: [true, false])
    func waits(isService: Bool) throws {
        let writer = try writer()
        var configuration = isService ? VisitDatabase.configuration() : RecordStore.configuration()
        // The transaction ends once the opener has tried to switch and continues with its next statement.
        let hasTried = Mutex(false)
        configuration.prepareDatabase { db in
            db.trace { statement in
                let ends = hasTried.withLock { hasTried in
                    defer { hasTried = hasTried || "\(statement)".contains("journal_mode") }
                    return hasTried
                }
                guard ends else { return }
                do {
                    try writer.inDatabase { if $0.isInsideTransaction { try $0.commit() } }
                } catch {
                    Issue.record(error)
                }
            }
        }
        let mode =
            if isService {
                try VisitDatabase.open(path: path, .processEnd, configuration).read(Self.journalMode)
            } else {
                try RecordStore.open(path: path, .processEnd, configuration).read(Self.journalMode)
            }
        #expect(mode == "wal")
    }

    private static func journalMode(_ db: Database) throws -> String? {
        try String.fetchOne(db, sql: "PRAGMA journal_mode")
    }

    @Test("an opener fails on a transaction that does not end")
    func givesUp() throws {
        let writer = try writer()
        let opener = try DatabaseQueue(path: path)
        for limit in [0.0, 10] {
            let error = #expect(throws: DatabaseError.self) {
                try opener.inDatabase { try $0.switchToWriteAheadLog(limitSeconds: limit) }
            }
            #expect(error?.resultCode == .SQLITE_BUSY)
        }
        try writer.inDatabase { try $0.commit() }
        #expect(try opener.inDatabase { try $0.switchToWriteAheadLog(limitSeconds: 0) })
    }

    @Test("many threads that open one new file at the same moment all succeed", .long, arguments: [true, false])
    func manyThreads(isService: Bool) throws {
        let failures = Mutex<[String]>([])
        for round in 0..<(isService ? 5 : 25) {
            let path = folder.file("new-\(round).sqlite")
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                do {
                    if isService {
                        _ = try VisitStore(path: path, .processEnd, cleanUp: nil)
                    } else {
                        _ = try RecordStore(path: path, durability: .processEnd)
                    }
                } catch {
                    failures.withLock { $0.append("round \(round): \(error)") }
                }
            }
        }
        #expect(failures.withLock { $0 } == [])
    }
}
