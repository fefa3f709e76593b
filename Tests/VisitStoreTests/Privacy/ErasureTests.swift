import Foundation
import GRDB
import SQLiteStorage
import StoreTestSupport
import LongTests
import Testing
import VisitModel

@testable import VisitStore

@Suite("Erasing a member")
struct ErasureTests {
    /// The byte forms in which a name can stand in the file.
    private static func forms(_ name: String) -> [[UInt8]] {
        [name, name.replacing("\"", with: "\\\""), "Bj%C3%B6rn"].filter { $0 != "Bj%C3%B6rn" || name.hasPrefix("Bj") }
            .map { Array($0.utf8) }
    }

    /// The files of a database that contain some bytes.
    private static func files(_ path: String, holding bytes: [UInt8]) -> [String] {
        ["", "-wal", "-shm", "-journal"].filter { ending in
            guard let data = FileManager.default.contents(atPath: path + ending) else { return false }
            return data.range(of: Data(bytes)) != nil
        }
    }

    @Test("leaves no byte of the names in the file or beside it", .long, arguments: [0, 300], CrowdedScene.names)
    func noTrace(crowd: Int, name: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("footfall.sqlite")
        let scene = try CrowdedScene(path: path, crowd: crowd)
        let other = try #require(CrowdedScene.names.first { $0 != name })
        let origin = AccessOrigin(AccessCaller(.api, id: "t", note: nil), at: .march())
        try scene.store.accessRecord.add([Access(.read, .member(MemberID(name)), origin)])
        #expect(!Self.files(path, holding: Array(name.utf8)).isEmpty, "the search finds what is there")
        try scene.store.privacy.erase(MemberID(name), recordedFor: origin)
        #expect(try scene.store.accessRecord.all().map(\.action) == [.erase, .read])
        for form in Self.forms(name) { #expect(Self.files(path, holding: form) == []) }
        #expect(!Self.files(path, holding: Array(other.utf8)).isEmpty)
        #expect(try scene.store.check() == [])
        try scene.store.close()
        for form in Self.forms(name) { #expect(Self.files(path, holding: form) == []) }
    }

    @Test("removes the member from every table, and no other from any", arguments: CrowdedScene.names)
    func everyTable(name: String) throws {
        let scene = try CrowdedScene()
        let store = scene.store
        let revision = try store.placesRevision()
        let other = try #require(CrowdedScene.names.first { $0 != name })
        let before = try #require(try store.privacy.export(MemberID(other)))
        let erased = try store.privacy.erase(MemberID(name))
        var expected = ErasureSummary()
        (expected.devices, expected.fixes, expected.events, expected.stays) = (1, 6, 4, 1)
        (expected.visits, expected.reviews, expected.tokens) = (1, 1, 2)
        (expected.quarantined, expected.messages) = (2, 2)
        #expect(erased == expected)
        #expect(try store.members.find(MemberID(name)) == nil)
        #expect(try store.devices.find(DeviceID(CrowdedScene.phone(name))) == nil)
        let rest = try #require(try store.privacy.export(MemberID(other)))
        #expect(rest.visits == before.visits)
        #expect(rest.devices.flatMap(\.events) == before.devices.flatMap(\.events))
        #expect(rest.messages == before.messages)
        #expect(rest.tokens == before.tokens)
        #expect(rest.quarantined == before.quarantined)
        let tables = [
            "member", "device", "device_state", "checkpoint", "stay", "visit", "visit_review", "phone_fences",
            "member_facility",
        ]
        for table in tables { #expect(try store.number("SELECT count(*) FROM \(table)") == 1, "\(table)") }
        #expect(try store.number("SELECT count(*) FROM webhook_message WHERE type = 'facility.imported'") == 0)
        #expect(try store.quarantine.count() == 3)
        #expect(try store.placesRevision() > revision)
    }

    @Test("an unknown member can't be erased")
    func unknown() throws {
        let store = try VisitStore.temporary()
        #expect(throws: StorageError(.unknownName, "")) { try store.privacy.erase(MemberID("nobody")) }
        #expect(try !store.privacy.finishErasing())
    }

    @Test("keys of the erased are not reused, and pending writes for them are refused")
    func keys() throws {
        let store = try VisitStore.temporary()
        try store.load([gym("a")])
        let first = try store.devices.ensure(DeviceID("x"), member: MemberID("anna"), platform: .ios)
        var commit = DeviceCommit(device: first, state: [1], stateFormat: 1, policyVersion: "p", newestFixAt: nil)
        try store.commit([commit])
        try store.privacy.erase(MemberID("anna"))
        #expect(throws: StorageError(.conflict, "")) { try store.commit([commit]) }
        let second = try store.devices.ensure(DeviceID("y"), member: MemberID("ben"), platform: .ios)
        #expect(second.rawValue > first.rawValue)
        #expect(try store.number("SELECT key FROM member") == 2)
        #expect(throws: StorageError(.conflict, "")) { try store.commit([commit]) }
        // The same names again are a new member.
        let again = try store.devices.ensure(DeviceID("x"), member: MemberID("anna"), platform: .android)
        commit = DeviceCommit(device: again, state: [2], stateFormat: 1, policyVersion: "p", newestFixAt: nil)
        try store.commit([commit])
        #expect(try store.devices.find(DeviceID("x"))?.device.platform == .android)
    }

    @Test("a reader in another program keeps the file from being wiped: that is reported, and done later")
    func busy() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("footfall.sqlite")
        let scene = try CrowdedScene(path: path)
        let name = CrowdedScene.names[0]
        // A reader in a transaction on the old pages.
        var configuration = Configuration()
        configuration.readonly = true
        let reader = try DatabaseQueue(path: path, configuration: configuration)
        try scene.store.database.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA busy_timeout = 50") }
        try reader.inDatabase { db in
            try db.execute(sql: "BEGIN")
            _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM member")
            let error = #expect(throws: StorageError.self) { try scene.store.privacy.erase(MemberID(name)) }
            #expect(error?.code == .notWiped)
            #expect(try scene.store.members.find(MemberID(name)) == nil, "erased it is")
            #expect(try scene.store.check().map(\.rule) == ["erasure"])
            #expect(throws: StorageError(.notWiped, "")) { try scene.store.privacy.finishErasing() }
            try db.execute(sql: "COMMIT")
        }
        // The same call again finishes the wipe.
        #expect(try scene.store.privacy.erase(MemberID(name)) == ErasureSummary())
        for form in Self.forms(name) { #expect(Self.files(path, holding: form) == []) }
        #expect(try scene.store.check() == [])
    }

    @Test(
        "names are found in the forms that phones and browsers write",
        arguments: [
            ("anna", "{\"tid\":\"anna\"}", true), ("anna", "joanna", true), ("anna", "ANNA", false),
            ("7", "47.5", false),
            ("7", "id=7&lat=1", true), ("ab", "cab", false), ("ab", "[ab]", true), ("Jö", "J\\u00f6", true),
            ("Jö", "J\\u00F6", true), ("Jö", "J%C3%B6", true), ("Jö", "J%c3%b6", true), ("a b/c", "a+b%2Fc", true),
            ("a b/c", "a%20b%2fc", true), ("a b/c", "a b\\/c", true), ("a\"b\\c", "a\\\"b\\\\c", true),
            ("anna", "", false),
            ("anna", "ann", false),
        ]
    )
    func traces(name: String, text: String, isFound: Bool) {
        #expect(NameTraces([name]).isFound(in: Array(text.utf8)) == isFound)
    }
}
