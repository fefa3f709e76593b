import Foundation
import GRDB
import SQLiteStorage
import StoreTestSupport
import Testing
import VisitModel

@testable import VisitStore

@Suite("Restoring a backup")
struct RestoreTests {
    private let folder: TemporaryFolder
    private let path: String
    private let backup: String
    private let origin: AccessOrigin

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("footfall.sqlite")
        backup = folder.file("backup.sqlite")
        origin = AccessOrigin(AccessCaller(.command, id: "ann", note: nil), at: Timestamp(milliseconds: 1709979072000))
    }

    private func restore(replacing: Bool = false) throws -> Restoration {
        try VisitStore.restore(backup, to: path, replacing: replacing, recordedFor: origin)
    }

    private func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasSuffix(".serving") }.sorted()
    }

    @Test("a backup becomes a database where there was none")
    func elsewhere() throws {
        let scene = try CrowdedScene()
        try scene.store.backup(to: backup)
        let restoration = try restore()
        #expect(restoration.replaced == nil)
        #expect(restoration.migrations == [])
        #expect(try files() == ["backup.sqlite", "footfall.sqlite"])
        let store = try VisitStore(path: path)
        #expect(try store.dump() == scene.store.dump())
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("an existing database is moved aside with what it has, and only where that is permitted")
    func replaced() throws {
        try CrowdedScene().store.backup(to: backup)
        var before = try VisitStore(path: path)
        try before.load([gym("kept")])
        // Another process has it open.
        #expect(throws: StorageError(.busy, "")) { try restore(replacing: true) }
        try before.close()
        #expect(throws: StorageError(.conflict, "")) { try restore() }
        let aside = path + ".replaced-20240309T101112Z"
        #expect(try restore(replacing: true).replaced == aside)
        before = try VisitStore(path: aside)
        #expect(try before.facilities.find(FacilityID("kept")) != nil)
        try before.close()
        #expect(try VisitStore(path: path).facilities.find(FacilityID("kept")) == nil)
        // A second one at the same time.
        #expect(try restore(replacing: true).replaced == aside + "-2")
        #expect(try VisitStore(path: path).check() == [])
    }

    @Test("a member who was erased after the backup is erased again, and the others stay")
    func erased() throws {
        let scene = try CrowdedScene(path: path)
        try scene.store.backup(to: backup)
        let member = try MemberID(CrowdedScene.names[0])
        _ = try scene.store.privacy.erase(member, recordedFor: origin)
        try scene.store.close()
        #expect(try restore(replacing: true).erasedAgain == 1)
        let store = try VisitStore(path: path)
        #expect(try store.members.find(member) == nil)
        #expect(try store.members.find(MemberID(CrowdedScene.names[1])) != nil)
        let content = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(content.range(of: Data(CrowdedScene.names[0].utf8)) == nil)
        #expect(try store.accessRecord.all().contains { $0.action == .erase })
    }

    @Test("a member who was erased before the backup and registered again stays")
    func registeredAgain() throws {
        let scene = try CrowdedScene(path: path)
        let member = try MemberID(CrowdedScene.names[0])
        _ = try scene.store.privacy.erase(member, recordedFor: origin)
        _ = try scene.store.devices.ensure(DeviceID("again"), member: member, platform: .ios)
        try scene.store.backup(to: backup)
        try scene.store.close()
        #expect(try restore(replacing: true).erasedAgain == 0)
        #expect(try VisitStore(path: path).members.find(member) != nil)
    }

    @Test("an erasure is remembered over two restores, of a wrong backup and then of the right one")
    func twice() throws {
        let early = folder.file("early.sqlite")
        try VisitStore.temporary().backup(to: early)
        let scene = try CrowdedScene(path: path)
        try scene.store.backup(to: backup)
        let member = try MemberID(CrowdedScene.names[0])
        _ = try scene.store.privacy.erase(member, recordedFor: origin)
        try scene.store.close()
        _ = try VisitStore.restore(early, to: path, replacing: true, recordedFor: origin)
        #expect(try restore(replacing: true).erasedAgain == 1)
        #expect(try VisitStore(path: path).members.find(member) == nil)
    }

    @Test("what a killed process left of a copy is deleted, and a copy in progress is not")
    func abandoned() throws {
        let scene = try CrowdedScene()
        let progressing = try DatabaseCopy(for: backup)
        defer { progressing.discard() }
        let abandoned = backup + ".0000.part"
        for ending in ["", "-wal"] { try Data([1]).write(to: URL(fileURLWithPath: abandoned + ending)) }
        try scene.store.backup(to: backup)
        #expect(try files() == ["backup.sqlite", URL(fileURLWithPath: progressing.path).lastPathComponent].sorted())
    }

    @Test("where the previous database can't be read, it is kept, and the erasures since the backup are unknown")
    func unreadable() throws {
        try CrowdedScene().store.backup(to: backup)
        let text = Data(repeating: 65, count: 9_000)
        try text.write(to: URL(fileURLWithPath: path))
        let restoration = try restore(replacing: true)
        #expect(restoration.erasedAgain == nil)
        #expect(FileManager.default.contents(atPath: try #require(restoration.replaced)) == text)
        #expect(try VisitStore(path: path).check() == [])
    }

    @Test("tokens that were removed after the backup are named")
    func tokens() throws {
        let scene = try CrowdedScene(path: path)
        try scene.store.backup(to: backup)
        let token = try #require(try scene.store.accessTokens.all().first).id
        try scene.store.accessTokens.remove(token)
        try scene.store.close()
        #expect(try restore(replacing: true).removedTokens == [token])
    }

    @Test("a link to a database stays one")
    func symbolicLink() throws {
        try CrowdedScene().store.backup(to: backup)
        let target = folder.file("elsewhere.sqlite")
        try VisitStore(path: target).close()
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        let replaced = try #require(try restore(replacing: true).replaced)
        #expect(replaced.contains("elsewhere.sqlite.replaced-"))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == target)
        #expect(try !VisitStore(path: target).facilities.all().isEmpty)
    }

    @Test(
        "a backup that is of no use changes nothing",
        arguments: ["missing", "folder", "empty", "text", "other", "damaged", "newer"]
    )
    func useless(kind: String) throws {
        let scene = try CrowdedScene(path: path)
        switch kind {
        case "folder": try FileManager.default.createDirectory(atPath: backup, withIntermediateDirectories: false)
        case "empty": try Data().write(to: URL(fileURLWithPath: backup))
        case "text": try Data(repeating: 65, count: 9_000).write(to: URL(fileURLWithPath: backup))
        case "other": try DatabaseQueue(path: backup).write { try $0.execute(sql: "CREATE TABLE t (a)") }
        case "damaged", "newer":
            try scene.store.backup(to: backup)
            try DatabaseQueue(path: backup).write { db in
                try db.execute(
                    sql: kind == "newer"
                        ? "INSERT INTO grdb_migrations VALUES ('9999-later')"
                        : "UPDATE stay SET visit_id = 'gone' WHERE key = 1"
                )
            }
        default: break
        }
        let before = try scene.store.dump()
        let filesBefore = try files()
        let error = #expect(throws: StorageError.self) { try restore(replacing: true) }
        let expected: [String: StorageError.Code] = [
            "missing": .cannotOpen, "folder": .cannotOpen, "empty": .notADatabase, "text": .notADatabase,
            "other": .notADatabase,
            "damaged": .damaged, "newer": .newerDatabase,
        ]
        #expect(error?.code == expected[kind])
        #expect(try scene.store.dump() == before)
        #expect(try files() == filesBefore)
    }

    @Test("the database of a running service, the database itself, and a write-ahead log of another are refused")
    func refusals() throws {
        let scene = try CrowdedScene(path: path)
        try scene.store.backup(to: backup)
        do {
            let lock = try #require(try FileLock(database: path, suffix: FileLock.serving))
            #expect(throws: StorageError(.busy, "")) { try restore(replacing: true) }
            withExtendedLifetime(lock) {}
        }
        #expect(throws: StorageError(.conflict, "")) {
            try VisitStore.restore(path, to: path, replacing: true, recordedFor: origin)
        }
        try Data([1]).write(to: URL(fileURLWithPath: folder.file("new.sqlite-wal")))
        #expect(throws: StorageError(.conflict, "")) {
            try VisitStore.restore(backup, to: folder.file("new.sqlite"), replacing: true, recordedFor: origin)
        }
    }
}
