import Dispatch
import Foundation
import GRDB
import SQLiteStorage
import StoreTestSupport
import Synchronization
import Testing
import VisitModel

@testable import VisitStore

@Suite("Backups")
struct BackupTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("copy.sqlite")
    }

    private func entries() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    @Test("a copy equals the database, is one intact file, and can be used as a database")
    func copy() throws {
        let scene = try CrowdedScene()
        try scene.store.backup(to: path)
        #expect(try entries() == ["copy.sqlite"])
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let copy = try VisitStore(path: path)
        #expect(try copy.dump() == scene.store.dump())
        #expect(try copy.check() == [])
        #expect(try copy.number("PRAGMA application_id") == VisitDatabase.applicationID)
        try copy.load([gym("new")])
        #expect(try copy.facilities.find(FacilityID("new")) != nil)
        #expect(try scene.store.facilities.find(FacilityID("new")) == nil)
    }

    @Test("an existing file is replaced only if requested")
    func replacing() throws {
        let store = try VisitStore.temporary()
        try store.load([gym("a")])
        try Data("something else".utf8).write(to: URL(fileURLWithPath: path))
        #expect(throws: StorageError(.conflict, "")) { try store.backup(to: path) }
        #expect(FileManager.default.contents(atPath: path) == Data("something else".utf8))
        try store.backup(to: path, replacing: true)
        #expect(try VisitStore(path: path).facilities.all().count == 1)
        #expect(throws: StorageError(.conflict, "")) { try store.backup(to: path) }
        // A place for another file is needed only where there is none.
        try store.backup(to: folder.file("fresh.sqlite"), replacing: true)
        #expect(try entries().filter { $0.hasSuffix(".part") } == [])
    }

    @Test("the database itself, a folder, a file in use and a place that is none are refused")
    func refusals() throws {
        let store = try VisitStore(path: folder.file("footfall.sqlite"))
        #expect(throws: StorageError(.conflict, "")) { try store.backup(to: store.path, replacing: true) }
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: store.path)
        #expect(throws: StorageError(.conflict, "")) { try store.backup(to: path, replacing: true) }
        #expect(throws: StorageError(.cannotOpen, "")) { try store.backup(to: folder.path, replacing: true) }
        #expect(throws: StorageError(.cannotOpen, "")) { try store.backup(to: folder.file("none/copy.sqlite")) }
        let open = try VisitStore(path: folder.file("open.sqlite"))
        try open.load([gym("a")])
        #expect(throws: StorageError(.conflict, "")) { try store.backup(to: open.path, replacing: true) }
        #expect(try open.facilities.all().count == 1)
        #expect(try entries().filter { $0.hasSuffix(".part") } == [])
    }

    @Test("a damaged copy is deleted")
    func unsound() throws {
        let scene = try CrowdedScene()
        try scene.store.database.pool.write { try $0.execute(sql: "UPDATE stay SET visit_id = 'gone' WHERE key = 1") }
        #expect(throws: StorageError(.damaged, "")) { try scene.store.backup(to: path) }
        #expect(try entries() == [])
    }

    @Test("a copy made while others write holds whole transactions", arguments: 1...3)
    func meanwhile(round: Int) throws {
        let store = try VisitStore(path: folder.file("footfall.sqlite"))
        try store.load([gym("a")])
        let device = try store.devices.ensure(DeviceID("x"), member: MemberID("anna"), platform: .ios)
        let isDone = Atomic(false)
        let (written, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let writer = Thread {
            // Two events a transaction, until the copy is made.
            var number = 0
            while !isDone.load(ordering: .acquiring) {
                var commit = DeviceCommit(
                    device: device,
                    state: [],
                    stateFormat: 1,
                    policyVersion: "p",
                    newestFixAt: nil
                )
                commit.events = (0..<2).compactMap {
                    try? event("e\(number)-\($0)", at: Double(number), ordinal: $0, .heartbeat)
                }
                _ = try? store.commit([commit])
                number += 1
                written.signal()
            }
            ended.signal()
        }
        writer.start()
        for _ in 0..<3 * round { written.wait() }
        try store.backup(to: path)
        isDone.store(true, ordering: .releasing)
        ended.wait()
        let copy = try VisitStore(path: path)
        let count = try copy.events.all().count
        #expect(count >= 6 * round)
        #expect(count % 2 == 0)
        #expect(count <= (try store.events.all().count))
        #expect(try copy.check() == [])
    }
}
