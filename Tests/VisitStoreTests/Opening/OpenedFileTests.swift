import Foundation
import SQLiteStorage
import StoreTestSupport
import Testing
import VisitModel

@testable import VisitStore

@Suite("The files of a database")
struct OpenedFileTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("a.sqlite")
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test("New ones can be read by their owner only")
    func created() throws {
        let store = try VisitStore(path: path)
        try store.load([gym("a")])
        for ending in ["", "-wal", "-shm"] { #expect(try mode(path + ending) == 0o600, "\(ending)") }
        #expect(store.permissionWarning == nil)
        let copy = folder.file("copy.sqlite")
        try store.backup(to: copy)
        #expect(try mode(copy) == 0o600)
    }

    @Test("So can one that a link names before it exists")
    func linked() throws {
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder.file("b.sqlite"))
        _ = try VisitStore(path: path)
        #expect(try mode(folder.file("b.sqlite")) == 0o600)
    }

    @Test("An existing one keeps its permissions, and a shared one gives a warning", arguments: [0o644, 0o660, 0o606])
    func existing(mode: Int) throws {
        try VisitStore(path: path).close()
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        let store = try VisitStore(path: path)
        try store.load([gym("a")])
        #expect(try self.mode(path) == mode)
        #expect(store.permissionWarning?.contains("`\(path)` can be read or written by other users") == true)
    }

    @Test("One that was cut to nothing is recognised, also after it has content again")
    func cut() throws {
        let store = try VisitStore(path: path)
        try store.load([gym("a")])
        #expect(store.fileState == .inPlace)
        let bytes = try Data(contentsOf: URL(filePath: path))
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        try handle.truncate(atOffset: 0)
        #expect(store.fileState == .cut)
        try handle.write(contentsOf: bytes)
        try handle.close()
        #expect(store.fileState == .cut)
    }

    @Test("One that was deleted or replaced is recognised until it is back")
    func replaced() throws {
        let store = try VisitStore(path: path)
        try FileManager.default.moveItem(atPath: path, toPath: path + ".away")
        #expect(store.fileState == .replaced)
        try FileManager.default.copyItem(atPath: path + ".away", toPath: path)
        #expect(store.fileState == .replaced)
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: path + ".away", toPath: path)
        #expect(store.fileState == .inPlace)
    }
}
