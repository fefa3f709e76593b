import TrackingModel
import TrackingTestSupport
import Testing
import TrackingEngine
import VisitModel

@Suite("New tokens during an upload")
struct UploadTokenTests {
    private static let good = #"{"access_token":"t1","refresh_token":"r1","expires_in":3600}"#

    private func bench(records: Int = 2, change: (inout AuthorizationConfig) -> Void = { _ in }) -> UploadBench {
        let config = UploadWorld.config {
            $0.authorization.accessToken = "t0"
            $0.authorization.refreshToken = "r0"
            $0.authorization.refreshUrl = "https://example.com/refresh"
            $0.authorization.refreshPayload = ["refresh_token": "{refreshToken}"]
            change(&$0.authorization)
        }
        return UploadBench(config, records: records)
    }

    private func token(_ request: UploadRequest) -> String? { request.headers["Authorization"] }

    @Test("a 401 requests tokens once, stores them, notifies the app, and sends the same records again")
    func refused() {
        var bench = bench()
        bench.trigger(.heartbeat)
        bench.select()
        bench.answer(401)
        #expect(bench.lockedNames == ["r1"] && bench.open.first?.purpose == .tokens)
        #expect(UploadWorld.text(bench.open[0].body) == "refresh_token=r0")
        bench.answer(200, Self.good)
        let expires = bench.now.advanced(by: .seconds(3600))
        #expect(bench.tokens == [AuthorizationTokens(accessToken: "t1", refreshToken: "r1", expires: expires)])
        #expect(bench.authorizations.map(\.isSuccess) == [true] && bench.authorizations[0].statusCode == 200)
        #expect(bench.authorizations[0].response?[path: "access_token"] == .text("t1"))
        #expect(bench.sent == [["r1"], ["r1"]])
        #expect(bench.requests.map(token) == ["Bearer t0", "Bearer t0", "Bearer t1"])
        bench.drain()
        #expect(bench.names.isEmpty && bench.refreshes == 1 && bench.events.map(\.statusCode) == [401, 200, 200])
    }

    @Test("a second 401 to the same records halts the run")
    func refusedTwice() {
        var bench = bench()
        bench.trigger(.sync(id: 1))
        bench.select()
        bench.answer(401)
        bench.answer(200, Self.good)
        bench.answer(401)
        #expect(bench.queue.isIdle && bench.lockedNames.isEmpty && bench.refreshes == 1)
        #expect(bench.outcomes == [1: .failed(.response)])
    }

    @Test(
        "a refresh without tokens stops the run and reports the reason",
        arguments: [
            (UploadResult.response(status: 401, body: Array("gone".utf8)), 401, "gone", UploadFailure.response),
            (.response(status: 500, body: []), 500, "status 500", .response),
            (.response(status: 302, body: []), 302, "status 302", .redirect),
            (.response(status: 200, body: Array("ok".utf8)), 200, "not JSON", .response),
            (.response(status: 200, body: Array(#"{"refresh_token":"x"}"#.utf8)), 200, "no access token", .response),
            (.failure("no route"), 0, "no route", .network),
        ]
    )
    func failed(answer: UploadResult, status: Int, error: String, code: UploadFailure) {
        for isExpired in [false, true] {
            var bench = bench { $0.expires = isExpired ? 1 : -1 }
            bench.trigger(.sync(id: 1))
            if !isExpired {
                bench.select()
                bench.answer(401)
            }
            bench.answer(answer)
            #expect(bench.queue.isIdle && bench.lockedNames.isEmpty && bench.refreshes == 1 && bench.tokens.isEmpty)
            #expect(bench.authorizations.map(\.isSuccess) == [false] && bench.authorizations[0].statusCode == status)
            #expect(bench.authorizations[0].error?.contains(error) == true && bench.authorizations[0].response == nil)
            #expect(bench.outcomes == [1: .failed(code)])
            #expect(bench.names.count == 2)
        }
    }

    @Test("a refresh that takes too long halts the run")
    func late() {
        var bench = bench()
        bench.trigger(.sync(id: 1))
        bench.select()
        bench.answer(401)
        bench.timeOut()
        #expect(bench.queue.isIdle && bench.lockedNames.isEmpty && bench.open.isEmpty)
        #expect(bench.outcomes == [1: .failed(.network)] && bench.authorizations.map(\.isSuccess) == [false])
    }

    @Test("without a way to refresh a 401 is a failure like others, and no refresh is emitted")
    func noRefresh() {
        var bench = bench { $0.refreshPayload = [:] }
        bench.trigger(.sync(id: 1))
        bench.select()
        bench.answer(401)
        #expect(bench.outcomes == [1: .failed(.response)] && bench.refreshes == 0 && bench.authorizations.isEmpty)
    }

    @Test("only a 401 requests tokens", arguments: [400, 402, 403, 407, 500])
    func others(status: Int) {
        var bench = bench()
        bench.trigger(.heartbeat)
        bench.select()
        bench.answer(status)
        #expect(bench.queue.isIdle && bench.refreshes == 0)
    }

    @Test("an expired token is refreshed before anything is sent or locked")
    func expired() {
        var bench = bench { $0.expires = (UploadWorld.now.seconds).rounded(.down) }
        bench.trigger(.heartbeat)
        #expect(bench.open.first?.purpose == .tokens && bench.lockedNames.isEmpty)
        bench.answer(200, Self.good)
        bench.drain()
        #expect(bench.sent == [["r1"], ["r2"]] && bench.refreshes == 1)
        #expect(bench.requests.map(token) == ["Bearer t0", "Bearer t1", "Bearer t1"])
    }

    @Test("a future expiry refreshes nothing, until it comes between two requests")
    func expiresLater() {
        var bench = bench { $0.expires = UploadWorld.now.seconds.rounded(.down) + 10 }
        bench.trigger(.heartbeat)
        bench.select()
        #expect(bench.refreshes == 0)
        bench.now = bench.now.advanced(by: .seconds(10))
        bench.answer(200)
        #expect(bench.open.first?.purpose == .tokens)
        bench.answer(200, Self.good)
        bench.drain()
        #expect(bench.sent == [["r1"], ["r2"]] && bench.refreshes == 1)
    }

    @Test("an expired token that can't be renewed is sent all the same")
    func expiredWithoutRefresh() {
        var bench = bench {
            $0.expires = 1
            $0.refreshToken = nil
        }
        bench.trigger(.heartbeat)
        bench.drain()
        #expect(bench.sent == [["r1"], ["r2"]] && bench.refreshes == 0)
    }

    @Test("a server that issues expired tokens is not asked for new ones at each request")
    func alreadyEnded() {
        var bench = bench(records: 5) { $0.expires = 1 }
        bench.trigger(.heartbeat)
        bench.answer(200, #"{"access_token":"t1","expires":946684801}"#)
        for _ in 0..<6 {
            bench.select()
            bench.answer(200)
        }
        #expect(bench.names.isEmpty && bench.refreshes == 1)
    }

    @Test("an answer without an expiry clears the old one")
    func noEnd() {
        var bench = bench(records: 3) { $0.expires = 1 }
        bench.trigger(.heartbeat)
        bench.answer(200, #"{"access_token":"t1"}"#)
        bench.select()
        bench.answer(200)
        #expect(bench.config.authorization.expires == -1 && bench.refreshes == 1)
        #expect(bench.selection?.map(\.uuid) == ["r2"])
    }

    @Test("while tokens are being refreshed nothing else is sent, whatever happens")
    func single() {
        var bench = bench(records: 1)
        bench.trigger(.heartbeat)
        bench.select()
        bench.answer(401)
        for trigger in UploadDecisionTests.automatic { bench.trigger(trigger) }
        bench.trigger(.sync(id: 3))
        #expect(bench.requests.count == 2 && bench.outcomes == [3: .failed(.syncInProgress)])
        bench.network = .none
        bench.answer(200, Self.good)
        #expect(bench.queue.isIdle && bench.lockedNames.isEmpty && bench.config.authorization.accessToken == "t1")
    }

    @Test("a process that ends during a refresh leaves nothing locked")
    func crash() {
        var bench = bench()
        bench.trigger(.heartbeat)
        bench.select()
        bench.answer(401)
        bench.crash()
        #expect(bench.lockedNames.isEmpty)
        bench.trigger(.booted)
        bench.drain()
        #expect(bench.names.isEmpty)
    }

    @Test("a token that the app sets starts an upload with it")
    func changed() {
        var bench = bench(records: 1)
        bench.config.authorization.accessToken = "own"
        bench.trigger(.tokenChanged)
        bench.select()
        #expect(bench.requests.map(token) == ["Bearer own"])
    }
}
