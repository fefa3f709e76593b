import Foundation
import GRDB
import SQLiteStorage
import StoreTestSupport
import Testing
import VisitModel

@testable import VisitStore

@Suite("Upgrades of the schema")
struct SchemaUpgradeTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("footfall.sqlite")
    }

    /// Unpacks a database of an older version.
    private func fill() throws { try OlderDatabases.unpack("0003-webhooks", to: path) }

    private func version(of path: String) throws -> Int {
        try DatabaseQueue(path: path, configuration: OlderDatabase.configuration).read {
            try VisitDatabase.migrator().appliedIdentifiers($0).count
        }
    }

    @Test("the older database is kept in a file of its own, which the older program can use")
    func keeps() throws {
        try fill()
        let newest = VisitDatabase.migrator().migrations.count
        let upgrade = try #require(try VisitStore(path: path).upgrade)
        #expect(upgrade.oldVersion == 3)
        #expect(upgrade.newVersion == newest)
        #expect(upgrade.migrations.first == "0004-service")
        let copy = path + ".version-3"
        #expect(upgrade.copy == copy)
        #expect(try version(of: copy) == 3)
        #expect(try version(of: path) == newest)
        let attributes = try FileManager.default.attributesOfItem(atPath: copy)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try VisitStore(path: path).upgrade == nil)
    }

    @Test("a second upgrade keeps the first one's copy")
    func numbered() throws {
        try fill()
        _ = try VisitStore(path: path)
        for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + ending) }
        try fill()
        #expect(try VisitStore(path: path).upgrade?.copy == path + ".version-3-2")
        #expect(try version(of: path + ".version-3") == 3)
    }

    @Test("a database without content, as of another process that creates it, leaves no copy")
    func empty() throws {
        let pool = try DatabasePool(path: path, configuration: VisitDatabase.configuration())
        try VisitDatabase.migrator().migrate(pool, upTo: "0003-webhooks")
        try pool.close()
        #expect(try VisitStore(path: path).upgrade == nil)
        #expect(try !FileManager.default.contentsOfDirectory(atPath: folder.path).contains { $0.contains("version") })
    }

    @Test("of several openers at once, one upgrades, and one copy is left", arguments: 1...3)
    func together(round: Int) async throws {
        try fill()
        let path = path
        let upgrades = try await withThrowingTaskGroup(of: SchemaUpgrade?.self) { group in
            for _ in 0..<6 { group.addTask { try VisitStore(path: path).upgrade } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(upgrades.compactMap(\.self).count == 1)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.contains(".version-") }
        #expect(names == ["footfall.sqlite.version-3"])
    }

    @Test("an upgrade that fails at once leaves no copy, and one that stops between versions names it")
    func stopped() throws {
        func create(_ table: String) throws {
            try DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE \(table) (x)") }
        }
        try fill()
        try create("intake")
        let error = #expect(throws: StorageError.self) { try VisitStore(path: path) }
        #expect(try version(of: path) == 4)
        #expect(error?.message.contains("stopped between versions, at 4") == true)
        #expect(error?.message.contains("`\(path).version-3`") == true)
        #expect(throws: (any Error).self) { try VisitStore(path: path) }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.contains(".version-") }
        #expect(names == ["footfall.sqlite.version-3"])
    }

    @Test("a trial says what an upgrade would do, and changes nothing")
    func trial() throws {
        try fill()
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        let trial = try UpgradeTrial.run(on: path)
        #expect(trial.oldVersion == 3)
        #expect(trial.migrations == Array(VisitDatabase.migrator().migrations.dropFirst(3)))
        #expect(trial.findings == [])
        #expect(trial.changedMonths == [])
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        _ = try VisitStore(path: path)
        let second = try UpgradeTrial.run(on: path)
        #expect(second.migrations == [])
        #expect(second.oldVersion == VisitDatabase.migrator().migrations.count)
    }

    @Test("a trial finds what is wrong with the upgraded copy, and that an upgrade fails")
    func findings() throws {
        func change(_ sql: String) throws {
            var configuration = Configuration()
            configuration.foreignKeysEnabled = false
            try DatabaseQueue(path: path, configuration: configuration).write { try $0.execute(sql: sql) }
        }
        try fill()
        try change("UPDATE stay SET visit_id = 'gone' WHERE key = 1")
        #expect(try !UpgradeTrial.run(on: path).findings.isEmpty)
        try change("INSERT INTO device VALUES (300, 'x', 99, 'ios', NULL)")
        #expect(throws: StorageError(.damaged, "")) { try UpgradeTrial.run(on: path) }
        #expect(try version(of: path) == 3)
        try change("INSERT INTO grdb_migrations VALUES ('9999-later')")
        #expect(throws: StorageError(.newerDatabase, "")) { try UpgradeTrial.run(on: path) }
    }
}
