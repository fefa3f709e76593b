import HTTPTypes
import Testing
import VisitModel
import VisitStore

@testable import VisitServer

@Suite("Web pages of other origins")
struct CrossOriginTests {
    private static let origin = "https://app.example.com"

    private static func scene(_ origins: [String] = [origin, "http://localhost:3000"]) throws -> ServiceScene {
        var options = ServiceOptions()
        options.crossOrigins = try origins.map { try #require(WebOrigin($0)) }
        return try ServiceScene(options: options)
    }

    private static func preflight(
        _ scene: ServiceScene,
        _ path: String,
        from origin: String
    ) async throws -> ServiceScene.Response {
        try await scene.ask(
            .options,
            path,
            headers: ["Origin": origin, "Access-Control-Request-Method": "PUT"]
        )
    }

    @Test(
        "A preflight request of a configured origin is answered without a token",
        arguments: ["/v1/facilities/new", "/v1/phones/overland", "/v1/fixes", "/v1/nothing"]
    )
    func preflight(path: String) async throws {
        let answer = try await Self.preflight(Self.scene(), path, from: "http://localhost:3000")
        #expect(answer.status == 204)
        #expect(answer.bytes.isEmpty)
        #expect(answer.headers[.accessControlAllowOrigin] == "http://localhost:3000")
        #expect(answer.headers[.accessControlAllowMethods]?.contains("PUT") == true)
        #expect(answer.headers[.accessControlAllowHeaders]?.contains("Authorization") == true)
        #expect(answer.headers[.accessControlAllowCredentials] == nil)
        #expect(answer.headers[.vary] == "Origin")
    }

    @Test(
        "One of any other origin is not, and no other address has a preflight",
        arguments: [
            ("/v1/fixes", "https://evil.example.com"), ("/v1/fixes", "null"),
            ("/v1/fixes", "https://app.example.com:8443"), ("/v1/fixes", "http://app.example.com"),
            ("/v1/fixes", "https://app.example.com.evil.com"),
            ("/members", origin), ("/sign-in", origin),
        ]
    )
    func refused(path: String, origin: String) async throws {
        let answer = try await Self.preflight(Self.scene(), path, from: origin)
        #expect(answer.status >= 400)
        #expect(!answer.headers.contains { $0.name.rawName.lowercased().hasPrefix("access-control") })
    }

    @Test("Responses and errors of the API name the origin, and those of the dashboard do not")
    func responses() async throws {
        let scene = try Self.scene()
        let token = try scene.token(.read)
        let headers = ["Origin": Self.origin]
        for (path, token, status) in [
            ("/v1/facilities", token, 200), ("/v1/facilities", nil, 401), ("/v1/facilities/none", token, 404),
            ("/v1/nothing", token, 404), ("/v1/tokens", token, 403), ("/v1/facilities?limit=x", token, 400),
        ] as [(String, AccessToken?, Int)] {
            let answer = try await scene.ask(.get, path, token, headers: headers)
            #expect(answer.status == status, "\(path)")
            #expect(answer.headers[.accessControlAllowOrigin] == Self.origin, "\(path)")
            #expect(answer.headers[.accessControlExposeHeaders]?.contains("Retry-After") == true, "\(path)")
            #expect(answer.headers[.accessControlAllowCredentials] == nil, "\(path)")
            #expect(answer.headers[values: .vary].contains("Origin"), "\(path)")
        }
        for path in ["/", "/sign-in", "/health", "/assets/live.js"] {
            let answer = try await scene.ask(.get, path, headers: headers)
            #expect(answer.headers[.accessControlAllowOrigin] == nil, "\(path)")
        }
    }

    @Test("A response without an origin, or of another one, varies by it and permits nothing")
    func strangers() async throws {
        let scene = try Self.scene()
        let token = try scene.token(.read)
        for headers in [[:], ["Origin": "https://evil.example.com"]] {
            let answer = try await scene.ask(.get, "/v1/facilities", token, headers: headers)
            #expect(answer.status == 200)
            #expect(answer.headers[values: .vary] == ["Origin"])
            #expect(answer.headers[.accessControlAllowOrigin] == nil)
        }
    }

    @Test("Without configured origins nothing is different for a browser")
    func off() async throws {
        let scene = try Self.scene([])
        let answer = try await scene.ask(.get, "/v1/facilities", scene.token(.read), headers: ["Origin": Self.origin])
        #expect(answer.status == 200)
        #expect(answer.headers[.vary] == nil)
        #expect(answer.headers[.accessControlAllowOrigin] == nil)
        #expect(try await Self.preflight(scene, "/v1/fixes", from: Self.origin).status == 401)
    }

    @Test(
        "An origin is what browsers send",
        arguments: [
            ("https://app.example.com", true), ("http://localhost:3000", true), ("http://127.0.0.1:8081", true),
            ("https://[::1]:8443", true), ("http://[::1]", true), ("capacitor://localhost", true),
            ("https://xn--bcher-kva.example", true), ("https://app.example.com/", false),
            ("https://app.example.com/path", false), ("https://App.example.com", false), ("*", false), ("null", false),
            ("", false), ("app.example.com", false), ("https://", false), ("https://a:b@example.com", false),
            ("https://app.example.com:443", false), ("http://app.example.com:80", false),
            ("https://app.example.com:080", false), ("https://app.example.com:", false),
            ("https://app.example.com:99999", false), ("https://*.example.com", false), ("://example.com", false),
            ("https:/example.com", false), ("https://bücher.example", false), ("https://a b", false),
            ("https://app.example.com?q", false), ("https://[]", false), ("https://[::1", false),
            ("HTTPS://a.b", false),
        ]
    )
    func origins(text: String, isOne: Bool) {
        #expect((WebOrigin(text) != nil) == isOne)
    }
}
