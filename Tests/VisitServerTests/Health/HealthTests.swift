import Foundation
import HTTPTypes
import Testing
import VisitModel
import VisitStore

@testable import VisitServer

@Suite("Whether the service is well")
struct HealthTests {
    @Test("The metrics are in Prometheus's text format, and report the work done")
    func metrics() async throws {
        let scene = try ServiceScene()
        _ = try await scene.ask(
            .post,
            "/v1/fixes",
            try scene.token(.ingest),
            json: #"{"device":"phone","time":"2024-03-11T10:00:00Z","lat":45,"lon":-93}"#
        )
        let answer = try await scene.ask(.get, "/metrics", try scene.token(.read))
        #expect(answer.status == 200)
        let lines = answer.text.split(separator: "\n").map(String.init)
        #expect(lines.contains(#"footfall_fixes_total{outcome="accepted"} 1"#))
        #expect(lines.contains(#"footfall_requests_total{route="/v1/fixes",status="200"} 1"#))
        #expect(lines.contains("footfall_writable 1"))
        for line in lines where !line.hasPrefix("#") {
            #expect(line.wholeMatch(of: /[a-z_]+(\{[^}]*\})? [0-9.e+-]+/) != nil, "\(line)")
        }
        // Every metric has its help and its type before its first value.
        for line in lines where !line.hasPrefix("#") {
            let name = line.prefix { $0 != "{" && $0 != " " }
                .replacing(/_(bucket|sum|count)$/, with: "")
            #expect(lines.contains { $0.hasPrefix("# TYPE \(name) ") }, "\(line)")
        }
    }

    @Test("It is ready while it can read")
    func ready() async throws {
        let scene = try ServiceScene()
        let answers = [
            try await scene.ask(.get, "/ready"), try await scene.ask(.get, "/ready", scene.token(.read)),
            try await scene.ask(.get, "/ready", scene.token(.ingest)),
        ]
        for answer in answers {
            #expect(answer.status == 200)
            #expect(answer.text == #"{"status":"ready"}"#)
        }
    }

    @Test("Why it is not ready is said only to a token that may read")
    func reason() async throws {
        let scene = try ServiceScene()
        let tokens = [nil, try scene.token(.ingest), try scene.token(.read), try scene.token(.admin)]
        try FileManager.default.moveItem(atPath: scene.store.path, toPath: scene.store.path + ".away")
        for (token, code) in zip(tokens, ["not_ready", "not_ready", "database_replaced", "database_replaced"]) {
            let answer = try await scene.ask(.get, "/ready", token)
            #expect(answer.status == 503)
            #expect(try answer.part("type") as? String == "about:blank#\(code)")
            #expect(answer.headers[.retryAfter] == "30")
        }
    }

    @Test("Once the database's file is cut to nothing, nothing is accepted or answered from it")
    func databaseCut() async throws {
        let scene = try ServiceScene()
        let (reader, phone, admin) = (try scene.token(.read), try scene.token(.ingest), try scene.token(.admin))
        let fix = #"{"device":"phone","time":"2024-03-11T10:00:00Z","lat":45,"lon":-93}"#
        #expect(try await scene.ask(.post, "/v1/fixes", phone, json: fix).status == 200)
        let bytes = try Data(contentsOf: URL(filePath: scene.store.path))
        let handle = try FileHandle(forWritingTo: URL(filePath: scene.store.path))
        try handle.truncate(atOffset: 0)
        // The state of the file is known for so long.
        scene.advance(seconds: 1)
        func expectRefusals() async throws {
            for (method, path, token) in [
                (HTTPRequest.Method.get, "/ready", reader), (.post, "/v1/fixes", phone),
                (.get, "/v1/phones/traccar?id=phone&timestamp=1710154800&lat=45&lon=-93", phone),
                (.get, "/v1/facilities", reader), (.get, "/v1/visits", reader), (.get, "/metrics", reader),
                (.put, "/v1/facilities/new", admin), (.get, "/members", reader),
            ] {
                let answer = try await scene.ask(method, path, token, json: method == .post ? fix : "")
                #expect(answer.status == 503, "\(path)")
                #expect(try answer.part("type") as? String == "about:blank#database_cut", "\(path)")
                #expect(answer.headers[.retryAfter] == "30", "\(path)")
            }
            #expect(try await scene.ask(.get, "/ready").status == 503)
            #expect(try await scene.ask(.get, "/health").status == 200)
        }
        try await expectRefusals()
        // Content of any kind does not make it whole again.
        try handle.write(contentsOf: bytes)
        try handle.close()
        try await expectRefusals()
    }

    @Test(
        "Once the database's file is deleted or replaced, it is not ready and accepts nothing",
        arguments: [false, true]
    )
    func databaseReplaced(isReplaced: Bool) async throws {
        let scene = try ServiceScene()
        let (reader, phone) = (try scene.token(.read), try scene.token(.ingest))
        let fix = #"{"device":"phone","time":"2024-03-11T10:00:00Z","lat":45,"lon":-93}"#
        #expect(try await scene.ask(.post, "/v1/fixes", phone, json: fix).status == 200)
        let path = scene.store.path
        let away = path + ".away"
        try FileManager.default.moveItem(atPath: path, toPath: away)
        if isReplaced { try FileManager.default.copyItem(atPath: away, toPath: path) }
        for (method, path, token) in [
            (HTTPRequest.Method.get, "/ready", reader), (.post, "/v1/fixes", phone),
            (.get, "/v1/phones/traccar?id=phone&timestamp=1710154800&lat=45&lon=-93", phone),
        ] {
            let answer = try await scene.ask(method, path, token, json: method == .post ? fix : "")
            #expect(answer.status == 503)
            #expect(try answer.part("type") as? String == "about:blank#database_replaced")
        }
        #expect(try await scene.ask(.get, "/health").status == 200)
        #expect(try await scene.ask(.get, "/metrics", reader).text.contains("footfall_writable 0"))
        if isReplaced { try FileManager.default.removeItem(atPath: path) }
        try FileManager.default.moveItem(atPath: away, toPath: path)
        #expect(try await scene.ask(.get, "/ready", reader).status == 200)
    }
}
