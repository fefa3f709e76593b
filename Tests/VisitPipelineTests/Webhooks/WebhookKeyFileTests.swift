import Foundation
import Synchronization
import Testing
import VisitModel
import VisitStore
import WebhookDelivery

@testable import VisitPipeline

@Suite("The key file of the endpoints' secrets")
struct WebhookKeyFileTests {
    /// Retained because its folder is deleted with it.
    private let store: VisitStore
    private let file: WebhookKeyFile

    init() throws {
        store = try VisitStore.temporary()
        file = WebhookKeyFile(besideDatabase: store.path)
    }

    @Test("is created for its owner only, whatever the umask, and stays the same")
    func made() throws {
        let encrypted = try file.openOrCreate().encrypt("a secret", for: "partner")
        #expect(try mode() == 0o600)
        #expect(try file.openOrCreate().open(encrypted, for: "partner") == "a secret")
        #expect(try file.open().open(encrypted, for: "partner") == "a secret")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(names.filter { $0.contains("webhook-key") } == [URL(filePath: file.path).lastPathComponent])
    }

    @Test("is refused when others may read or write it", arguments: [0o640, 0o604, 0o620, 0o601, 0o666])
    func readable(mode: Int) throws {
        _ = try file.openOrCreate()
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
        let error = try #require(throws: VisitPipelineError.self) { try file.open() }
        #expect(error.code == .keyFile)
        #expect(error.message.contains("chmod 600 \(file.path)"))
        #expect(error.message.contains("rotate-secret"))
        #expect(throws: VisitPipelineError.self) { try file.openOrCreate() }
    }

    @Test("without a key is refused, and its content is not shown", arguments: ["", "ffk1_c2hvcnQ=", "hunter2\n"])
    func damaged(content: String) throws {
        #expect(FileManager.default.createFile(atPath: file.path, contents: Data(content.utf8)))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        let error = try #require(throws: VisitPipelineError.self) { try file.openOrCreate() }
        #expect(error.code == .keyFile)
        #expect(error.message.contains(file.path))
        #expect(!"\(error)".contains("hunter2") && !"\(error)".contains("c2hvcnQ"))
    }

    @Test("that is missing while there are endpoints is not recreated: it would decrypt no secret")
    func missing() throws {
        let world = try SmallWorld()
        try world.addEndpoint()
        let file = world.endpoints.keyFile
        try FileManager.default.removeItem(atPath: file.path)
        let error = try #require(throws: VisitPipelineError.self) { try world.addEndpoint("other") }
        #expect(error.code == .keyFile)
        #expect(error.message.contains("restore it"))
        let transport = PlayedTransport { _ in .answer(.answer(204)) }
        let refused = try #require(throws: VisitPipelineError.self) {
            try WebhookWorker(store: world.store, keyFile: file, transport: transport, now: { SmallWorld.now })
        }
        #expect(refused.code == .keyFile)
        #expect(!FileManager.default.fileExists(atPath: file.path))
        #expect(try world.store.endpoints.all().count == 1)
    }

    @Test("in a missing folder is refused with the option that names another")
    func noFolder() throws {
        let lost = WebhookKeyFile(path: folder + "/nowhere/key")
        let error = try #require(throws: VisitPipelineError.self) { try lost.openOrCreate() }
        #expect(error.code == .keyFile && error.message.contains("--key-file"))
    }

    @Test("is one and the same for many processes that create it at once")
    func race() throws {
        let (file, count) = (file, 16)
        let encrypted = Mutex<[Result<[UInt8], any Error>]>([])
        for _ in 0..<20 {
            encrypted.withLock { $0 = [] }
            DispatchQueue.concurrentPerform(iterations: count) { _ in
                let made = Result { try file.openOrCreate().encrypt("a secret", for: "partner") }
                encrypted.withLock { $0.append(made) }
            }
            let cipher = try file.open()
            let texts = try encrypted.withLock { try $0.map { try cipher.open($0.get(), for: "partner") } }
            #expect(texts == Array(repeating: "a secret", count: count))
            try FileManager.default.removeItem(atPath: file.path)
        }
    }

    private var folder: String { URL(filePath: file.path).deletingLastPathComponent().path }

    private func mode() throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    }
}
