import HTTPTypes
import Testing
import VisitModel
import VisitStore

@testable import VisitServer

@Suite("Access to the API")
struct AccessTests {
    @Test(
        "Without a token only /health and the status of /ready respond",
        arguments: ["/metrics", "/v1/fixes", "/nowhere"]
    )
    func nothing(path: String) async throws {
        let scene = try ServiceScene()
        let answer = try await scene.ask(.get, path)
        #expect(answer.status == 401)
        #expect(answer.headers[.wwwAuthenticate]?.contains("Bearer") == true)
        #expect(answer.headers[.contentType] == "application/problem+json")
        #expect(try answer.part("status") as? Int == 401)
        #expect(try await scene.ask(.get, "/health").status == 200)
        #expect(try await scene.ask(.get, "/ready").status == 200)
    }

    @Test("A token that is unknown, changed, expired or removed is refused")
    func refused() async throws {
        let scene = try ServiceScene()
        var generator = SystemRandomNumberGenerator()
        #expect(try await scene.ask(.get, "/metrics", AccessToken(using: &generator)).status == 401)
        let token = try scene.token(.read, expiresAt: scene.now.advanced(bySeconds: 60))
        #expect(try await scene.ask(.get, "/metrics", token).status == 200)
        let changed = try #require(
            AccessToken(text: String(token.text.dropLast()) + (token.text.last == "A" ? "B" : "A"))
        )
        #expect(try await scene.ask(.get, "/metrics", changed).status == 401)
        scene.advance(seconds: 61)
        #expect(try await scene.ask(.get, "/metrics", token).status == 401)
        let other = try scene.token(.read)
        #expect(try await scene.ask(.get, "/metrics", other).status == 200)
        #expect(try scene.store.accessTokens.remove(other.id))
        scene.advance(seconds: 11)
        #expect(try await scene.ask(.get, "/metrics", other).status == 401)
    }

    @Test("A removed token ends within 10 s although the wall clock is set back")
    func removedWhileTheClockStepsBack() async throws {
        let scene = try ServiceScene()
        let token = try scene.token(.read)
        #expect(try await scene.ask(.get, "/metrics", token).status == 200)
        #expect(try scene.store.accessTokens.remove(token.id))
        scene.setWallClock(bySeconds: -3_600)
        scene.advance(seconds: 10)
        #expect(try await scene.ask(.get, "/metrics", token).status == 401)
    }

    @Test("A role that is not enough gets 403", arguments: [("/v1/fixes", TokenRole.read), ("/metrics", .ingest)])
    func forbidden(path: String, role: TokenRole) async throws {
        let scene = try ServiceScene()
        let method: HTTPRequest.Method = path == "/v1/fixes" ? .post : .get
        #expect(try await scene.ask(method, path, try scene.token(role)).status == 403)
    }

    @Test("A token beyond its request rate gets a Retry-After")
    func tooOften() async throws {
        var options = ServiceOptions()
        options.requestsPerSecond = 2
        let scene = try ServiceScene(options: options)
        let token = try scene.token(.read)
        for _ in 0..<4 { #expect(try await scene.ask(.get, "/metrics", token).status == 200) }
        let answer = try await scene.ask(.get, "/metrics", token)
        #expect(answer.status == 429)
        #expect(answer.headers[.retryAfter] == "1")
        scene.advance(seconds: 1)
        #expect(try await scene.ask(.get, "/metrics", token).status == 200)
    }

    @Test("Callers with a token get 404 for an unknown address and 405 for a wrong method")
    func notThere() async throws {
        let scene = try ServiceScene()
        let token = try scene.token(.admin)
        #expect(try await scene.ask(.get, "/nowhere", token).status == 404)
        let answer = try await scene.ask(.delete, "/v1/fixes", token)
        #expect(answer.status == 405)
        #expect(answer.headers[.allow] == "POST")
    }
}
