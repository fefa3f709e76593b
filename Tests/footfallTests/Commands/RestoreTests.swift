import Foundation
import SQLiteStorage
import Testing
import VisitModel
import VisitPipeline
import VisitStore

@testable import footfall

@Suite("Backups with their key, restores and upgrades")
struct RestoreTests {
    private let bench: CommandBench
    private let backup: String

    init() async throws {
        bench = try CommandBench()
        backup = bench.folder.appending(path: "copy.sqlite").path
        let file = try bench.file("facilities.csv", CommandBench.facilities)
        _ = await bench.run("facilities", "import", file)
        _ = await bench.run("webhooks", "add", "https://example.com/", "--id", "partner")
    }

    private func content(_ name: String) -> String? {
        try? String(contentsOf: bench.folder.appending(path: name), encoding: .utf8)
    }

    @Test("a backup has the key of the endpoints beside it, unless that is not wanted")
    func key() async throws {
        #expect(
            await bench.run("backup", backup).output == "backed up to copy.sqlite and copy.sqlite.webhook-key\n"
        )
        let key = try #require(content("footfall.sqlite.webhook-key"))
        #expect(content("copy.sqlite.webhook-key") == key)
        let path = bench.folder.appending(path: "copy.sqlite.webhook-key").path
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        let bare = bench.folder.appending(path: "bare.sqlite").path
        #expect(await bench.run("backup", bare, "--without-key").output == "backed up to bare.sqlite\n")
        #expect(content("bare.sqlite.webhook-key") == nil)
    }

    @Test("the key of another backup does not stay beside a backup without one")
    func staleKey() async throws {
        _ = await bench.run("backup", backup)
        #expect(await bench.run("backup", backup, "--replace", "--without-key").status == 0)
        #expect(content("copy.sqlite.webhook-key") == nil)
        _ = try bench.file("new.sqlite.webhook-key", "whkey_x")
        let refused = await bench.run("backup", bench.folder.appending(path: "new.sqlite").path, "--without-key")
        #expect(refused.status == 65 && refused.errors.contains("of another backup"))
        #expect(content("new.sqlite") == nil)
    }

    @Test("a key that is none, or is readable by others, is refused before anything is replaced")
    func unusableKey() async throws {
        _ = await bench.run("backup", backup)
        let key = bench.folder.appending(path: "copy.sqlite.webhook-key").path
        for break_ in [
            { try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: key) },
            { try Data().write(to: URL(fileURLWithPath: key)) },
        ] {
            try break_()
            let outcome = await bench.run("restore", backup, "--replace")
            #expect(outcome.status != 0 && outcome.output.isEmpty, "\(outcome.errors)")
        }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: bench.folder.path).allSatisfy {
                !$0.contains("replaced")
            }
        )
    }

    @Test("a database is restored elsewhere with its key, and its endpoints can be used")
    func elsewhere() async throws {
        _ = await bench.run("backup", backup)
        let other = bench.folder.appending(path: "other.sqlite").path
        let outcome = await bench.run("restore", backup, "--database", other)
        #expect(
            outcome.output == """
                restored other.sqlite from copy.sqlite
                  the key of the webhook endpoints is other.sqlite.webhook-key

                """
        )
        #expect(outcome.errors.isEmpty)
        #expect(content("other.sqlite.webhook-key") == content("footfall.sqlite.webhook-key"))
        #expect(await bench.run("facilities", "list", "--database", other).output.contains("G-1"))
    }

    @Test(
        "what root restores belongs to the owner of the folder",
        .enabled(if: geteuid() == 0, "root alone may give files away")
    )
    func owner() async throws {
        _ = await bench.run("backup", backup)
        let folder = bench.folder.appending(path: "service")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        try FileManager.default.setAttributes([.ownerAccountID: 4_242], ofItemAtPath: folder.path)
        let restored = folder.appending(path: "footfall.sqlite").path
        #expect(await bench.run("restore", backup, "--database", restored).status == 0)
        for ending in ["", ".webhook-key", ".serving"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: restored + ending)
            #expect(attributes[.ownerAccountID] as? Int == 4_242, "\(ending)")
        }
    }

    @Test("a backup without its key says what to do")
    func withoutKey() async throws {
        _ = await bench.run("backup", backup, "--without-key")
        let other = bench.folder.appending(path: "other.sqlite").path
        let outcome = await bench.run("restore", backup, "--database", other)
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("other.sqlite.webhook-key is not the key of partner"))
    }

    @Test("a database that is there, and its key, are moved aside, and only where that is permitted")
    func replaced() async throws {
        _ = await bench.run("backup", backup)
        try FileManager.default.removeItem(at: bench.folder.appending(path: "footfall.sqlite.webhook-key"))
        _ = await bench.run("webhooks", "rotate-secret", "partner", "--new-key")
        let (key, newer) = (content("copy.sqlite.webhook-key"), content("footfall.sqlite.webhook-key"))
        #expect(key != newer)
        let refused = await bench.run("restore", backup)
        #expect(refused.status == 65)
        #expect(refused.errors.contains("--replace keeps it"))
        #expect(content("footfall.sqlite.webhook-key") == newer)
        let outcome = await bench.run("restore", backup, "--replace")
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("the previous database is footfall.sqlite.replaced-20240401T120000Z"))
        #expect(content("footfall.sqlite.webhook-key") == key)
        #expect(content("footfall.sqlite.webhook-key.replaced-20240401T120000Z") == newer)
    }

    @Test("upgrade says what it did or would do")
    func upgrade() async throws {
        let version = "footfall.sqlite is of the newest version"
        #expect(await bench.run("upgrade").output == "\(version)\n")
        #expect(await bench.run("upgrade", "--check").output.hasPrefix("\(version), "))
        bench.database = bench.folder.appending(path: "none.sqlite").path
        #expect(await bench.run("upgrade", "--check").status == 66)
    }
}
