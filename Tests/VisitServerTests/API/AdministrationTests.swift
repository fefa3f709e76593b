import Foundation
import HTTPTypes
import Testing
import VisitModel
import VisitStore

@testable import VisitServer

@Suite("Quarantine and tokens over HTTP")
struct AdministrationTests {
    @Test("Records are listed, shown as text or base64, and forgotten one by one or by filter")
    func quarantine() async throws {
        let bench = try ServiceBench()
        try bench.store.quarantine.add(
            [Array(#"{"lat":1}"#.utf8), [0xFF, 0x00], [0x61]].enumerated().map { index, record in
                NewQuarantine(
                    app: index < 2 ? "transistor" : "owntracks",
                    member: nil,
                    device: try? DeviceID("p\(index)"),
                    code: "no_time",
                    message: "it has no time",
                    record: record,
                    digest: [UInt8(index)],
                    receivedAt: ServiceBench.now
                )
            }
        )
        let page = try await bench.call(.get, "/v1/quarantine?limit=2&newest_first=true")
        let keys = try #require(page["quarantine"]?.list).compactMap { $0["key"]?.number }
        #expect(keys.count == 2)
        let rest = try await bench.call(
            .get,
            "/v1/quarantine?newest_first=true&after=\(try #require(page["next"]?.text))"
        )
        let oldest = try #require(rest["quarantine"]?[0]?["key"]?.number)
        #expect(try await bench.call(.get, "/v1/quarantine/\(Int(oldest))")["record"]?.text == #"{"lat":1}"#)
        #expect(try await bench.call(.get, "/v1/quarantine/\(Int(oldest) + 1)")["record_base64"]?.text == "/wA=")
        let retried = try await bench.call(.post, "/v1/quarantine/\(Int(oldest))/retry")
        #expect(retried["accepted"] == .flag(false))
        #expect(retried["message"]?.text?.isEmpty == false)
        try await bench.call(.delete, "/v1/quarantine/\(Int(oldest))", 204)
        try await bench.call(.post, "/v1/quarantine/\(Int(oldest))/retry", 404)
        try await bench.call(.delete, "/v1/quarantine/\(Int(oldest))", 404)
        try await bench.call(.delete, "/v1/quarantine", 400)
        #expect(try await bench.call(.delete, "/v1/quarantine?app=transistor")["deleted"]?.number == 1)
        #expect(try await bench.call(.delete, "/v1/quarantine?all=true")["deleted"]?.number == 1)
    }

    @Test("A created token works until it is removed")
    func tokens() async throws {
        let bench = try ServiceBench()
        let made = try await bench.call(.post, "/v1/tokens", 201, #"{"role":"read","note":"wall","expires_in_days":1}"#)
        let (id, secret) = (try #require(made["token"]?.text), try #require(made["secret"]?.text))
        #expect(made["expires_at"]?.text == ServiceBench.now.advanced(bySeconds: 86_400).iso8601)
        #expect(try await bench.send(.get, "/v1/members", token: secret).status == 200)
        let listed = try await bench.send(.get, "/v1/tokens")
        #expect(!String(decoding: listed.bytes, as: UTF8.self).contains(secret))
        try await bench.call(.delete, "/v1/tokens/\(id)", 204)
        try await bench.call(.delete, "/v1/tokens/\(id)", 404)
        #expect(try await bench.send(.get, "/v1/members", token: secret).status == 401)
    }

    @Test("A token of the test environment says so, and one of none is live")
    func environments() async throws {
        let bench = try ServiceBench()
        let test = try await bench.call(.post, "/v1/tokens", 201, #"{"role":"ingest","environment":"test"}"#)
        let live = try await bench.call(.post, "/v1/tokens", 201, #"{"role":"ingest"}"#)
        #expect(test["environment"]?.text == "test")
        #expect(live["environment"]?.text == "live")
        let listed = try #require(try await bench.call(.get, "/v1/tokens")["tokens"]?.list)
        #expect(listed.count { $0["environment"]?.text == "test" } == 1)
    }

    @Test(
        "A token that makes no sense is not made",
        arguments: [
            #"{"role":"owner"}"#, #"{"role":"read","member":"M-1"}"#, #"{"role":"ingest","device":""}"#,
            #"{"role":"read","expires_in_days":0}"#, "{}", #"{"role":"read","environment":"test"}"#,
            #"{"role":"ingest","environment":"staging"}"#,
        ]
    )
    func wrongTokens(body: String) async throws {
        let bench = try ServiceBench()
        let count = try bench.store.accessTokens.all().count
        try await bench.call(.post, "/v1/tokens", 400, body)
        #expect(try bench.store.accessTokens.all().count == count)
    }
}
