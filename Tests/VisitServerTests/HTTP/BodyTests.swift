import HTTPTypes
import Testing
import VisitModel
import VisitStore

@testable import VisitServer

@Suite("Bodies of requests")
struct BodyTests {
    private static func scene() throws -> ServiceScene {
        var options = ServiceOptions()
        options.bodyLimit = 1_000
        options.unpackedBodyLimit = 2_000
        return try ServiceScene(options: options)
    }

    @Test("One that is too long is refused, by its length or by its content")
    func tooLong() async throws {
        let scene = try Self.scene()
        let token = try scene.token(.ingest)
        let long = [UInt8](repeating: 0x20, count: 1_001)
        #expect(try await scene.ask(.post, "/v1/fixes", token, body: long).status == 413)
        let announced = try await scene.ask(
            .post,
            "/v1/fixes",
            token,
            body: [0x20],
            headers: ["Content-Length": "99999999"]
        )
        #expect(announced.status == 413)
        let packed = try await scene.ask(
            .post,
            "/v1/fixes",
            token,
            body: Gzip.pack([UInt8](repeating: 0x20, count: 100_000)),
            headers: ["Content-Encoding": "gzip"]
        )
        #expect(packed.status == 413)
    }

    @Test("One that does not match its declared type is refused", arguments: [("gzip", 400), ("br", 415)])
    func wrong(encoding: String, status: Int) async throws {
        let scene = try Self.scene()
        let answer = try await scene.ask(
            .post,
            "/v1/fixes",
            try scene.token(.ingest),
            body: Array("{}".utf8),
            headers: ["Content-Encoding": encoding]
        )
        #expect(answer.status == status)
        #expect(answer.headers[.contentType] == "application/problem+json")
    }

    @Test("One that is not JSON at all is refused with what to do, and stores nothing")
    func noJSON() async throws {
        let scene = try Self.scene()
        let answer = try await scene.ask(.post, "/v1/fixes", try scene.token(.ingest), json: "certainly not")
        #expect(answer.status == 400)
        #expect(try scene.store.devices.all().isEmpty)
    }
}
