import Foundation
import SQLiteStorage
import StoreTestSupport
import LongTests
import Testing
import VisitModel

@testable import VisitStore

@Suite("An interrupted erasure")
struct InterruptedErasureTests {
    /// Erases a member and returns the files as they were after each step, as a killed process leaves them.
    private static func erase(
        _ name: String,
        in folder: TemporaryFolder,
        crowd: Int = 0
    ) throws -> [ErasureStep: String] {
        let path = folder.file("footfall.sqlite")
        let scene = try CrowdedScene(path: path, crowd: crowd)
        let origin = AccessOrigin(AccessCaller(.command, id: "ann", note: nil), at: .march(9))
        var copies: [ErasureStep: String] = [:]
        _ = try scene.store.privacy.erase(MemberID(name), recordedFor: origin) { step in
            let copy = folder.file("\(step).sqlite")
            for ending in ["", "-wal"] where FileManager.default.fileExists(atPath: path + ending) {
                try FileManager.default.copyItem(atPath: path + ending, toPath: copy + ending)
            }
            copies[step] = copy
        }
        return copies
    }

    private static func hasTrace(of name: String, _ path: String) -> Bool {
        ["", "-wal"].contains { ending in
            FileManager.default.contents(atPath: path + ending)?.range(of: Data(name.utf8)) != nil
        }
    }

    @Test("is found by the check after each step, and finished later", .long, arguments: ErasureStep.allCases)
    func finished(step: ErasureStep) throws {
        let folder = try TemporaryFolder()
        let name = CrowdedScene.names[0]
        let path = try #require(try Self.erase(name, in: folder, crowd: 100)[step])
        let store = try VisitStore(path: path)
        // The member is erased, which is recorded, and nothing asks for a backup.
        #expect(try store.members.find(MemberID(name)) == nil)
        #expect(try store.accessRecord.all().map(\.action) == [.erase])
        #expect(try store.privacy.isErasurePending())
        let findings = try store.check()
        #expect(findings.map(\.rule) == [IntegrityFinding.erasureRule])
        #expect(findings.first?.detail.contains("`footfall members finish-erasure` finishes it") == true)
        #expect(try store.privacy.finishErasing())
        #expect(try !store.privacy.isErasurePending())
        #expect(try !store.privacy.finishErasing())
        #expect(try store.check() == [])
        #expect(!Self.hasTrace(of: name, path))
        #expect(try store.members.find(MemberID(CrowdedScene.names[1])) != nil)
    }

    @Test("after the first step the files still have traces", .long)
    func traces() throws {
        let folder = try TemporaryFolder()
        let name = CrowdedScene.names[0]
        let copies = try Self.erase(name, in: folder, crowd: 300)
        #expect(Self.hasTrace(of: name, try #require(copies[.deleted])))
        #expect(!Self.hasTrace(of: name, try #require(copies[.truncated])))
    }

    @Test("a backup of it is complete, and is finished when it is opened")
    func backup() throws {
        let folder = try TemporaryFolder()
        let name = CrowdedScene.names[0]
        let path = try #require(try Self.erase(name, in: folder)[.deleted])
        let copy = folder.file("backup.sqlite")
        try VisitStore(path: path).backup(to: copy)
        let store = try VisitStore(path: copy)
        #expect(try store.privacy.finishErasing())
        #expect(!Self.hasTrace(of: name, copy))
    }
}
