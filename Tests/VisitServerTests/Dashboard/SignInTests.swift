import HTTPTypes
import Testing
import VisitModel
import VisitStore

@testable import VisitServer

@Suite("Signing in to the dashboard")
struct SignInTests {
    @Test("A browser without a session is sent to sign in, and then to the requested page")
    func goesOn() async throws {
        let scene = try ServiceScene()
        let browser = DashboardBench(scene)
        let first = try await browser.open("/?a=b%20c")
        #expect(first.status == 303)
        #expect(first.location == "/sign-in?next=%2F%3Fa%3Db%2520c")
        #expect(try await browser.open("/sign-in?next=%2F%3Fa%3Db%2520c").text.contains(#"value="/?a=b%20c""#))
        let answer = try await browser.signIn(scene.token(.read).text, next: "/?a=b%20c")
        #expect(answer.status == 303)
        #expect(answer.location == "/?a=b%20c")
        #expect(try await browser.open("/").status == 200)
    }

    @Test(
        "Nobody is sent to another site",
        arguments: [
            "https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)", "/\r\nX: y",
            "\u{9}//evil.example",
        ]
    )
    func noOtherSite(next: String) async throws {
        let scene = try ServiceScene()
        #expect(try await DashboardBench(scene).signIn(scene.token(.read).text, next: next).location == "/")
    }

    @Test("A script without a session gets an error, without a browser's password prompt")
    func script() async throws {
        let answer = try await DashboardBench(ServiceScene()).open(
            "/overview/events",
            headers: ["Accept": "text/event-stream"]
        )
        #expect(answer.status == 401)
        #expect(answer.headers[.wwwAuthenticate] == nil)
    }

    @Test("A wrong token, a phone's token and an expired one are refused, with the reason")
    func refused() async throws {
        let scene = try ServiceScene()
        let browser = DashboardBench(scene)
        let unknown = AccessToken(text: "ff_abcdefgh_" + String(repeating: "A", count: 43))
        for (text, reason) in [
            ("hello", "unknown"), (try #require(unknown).text, "unknown"),
            (try scene.token(.read, expiresAt: scene.now).text, "expired"),
            (try scene.token(.ingest).text, "phone"),
        ] {
            let answer = try await browser.signIn(text)
            #expect(answer.status == 403)
            #expect(answer.text.contains(reason))
            #expect(!answer.text.contains(text))
            #expect(browser.cookies["footfall_session"] == nil)
        }
    }

    @Test("The sign-in form of another browser is refused")
    func foreignForm() async throws {
        let scene = try ServiceScene()
        let (one, other) = (DashboardBench(scene), DashboardBench(scene))
        let code = try DashboardBench.formToken(await one.open("/sign-in").text)
        _ = try await other.open("/sign-in")
        let token = try scene.token(.read).text
        let answer = try await other.send("/sign-in", ["token": token, "form_token": code], from: nil)
        #expect(answer.status == 403)
        #expect(try await other.send("/sign-in", ["token": token], from: nil).status == 403)
        #expect(other.cookies["footfall_session"] == nil)
    }

    @Test("After ten wrong tokens there is a waiting time, and a right one still gets in")
    func limited() async throws {
        let scene = try ServiceScene()
        let browser = DashboardBench(scene)
        for _ in 0..<10 { #expect(try await browser.signIn("x").status == 403) }
        let answer = try await browser.signIn("x")
        #expect(answer.status == 429)
        #expect(answer.headers[.retryAfter] == "6")
        #expect(try await browser.signIn(scene.token(.read).text).status == 303)
        scene.advance(seconds: 6)
        #expect(try await DashboardBench(scene).signIn("x").status == 403)
    }

    @Test("The cookie is inaccessible to scripts and other sites, and over HTTPS only sent there")
    func cookie() async throws {
        let scene = try ServiceScene()
        for (header, isSecure) in [("http", false), ("https", true)] {
            let answer = try await DashboardBench(scene).open("/sign-in", headers: ["X-Forwarded-Proto": header])
            let cookie = try #require(answer.headers[.setCookie])
            for part in ["; HttpOnly", "; SameSite=Strict", "; Path=/", "; Max-Age=43200"] {
                #expect(cookie.contains(part))
            }
            #expect(cookie.contains("; Secure") == isSecure)
        }
    }

    @Test("A session ends after twelve hours")
    func expires() async throws {
        let scene = try ServiceScene()
        let browser = try await DashboardBench(scene, as: .read)
        scene.advance(seconds: 12 * 3_600 - 1)
        #expect(try await browser.open("/").status == 200)
        scene.advance(seconds: 1)
        #expect(try await browser.open("/").status == 303)
    }

    @Test("A session ends with its token, and does not pass to another token of the same name")
    func revoked() async throws {
        let scene = try ServiceScene()
        let browser = DashboardBench(scene)
        let token = try scene.token(.admin)
        try await browser.signIn(token.text)
        #expect(try await browser.open("/").status == 200)
        let admin = try scene.token(.admin)
        #expect(try await scene.ask(.delete, "/v1/tokens/\(token.id.text)", admin).status == 204)
        #expect(try await browser.open("/").status == 303)

        try await browser.signIn(admin.text)
        _ = try scene.store.accessTokens.remove(admin.id)
        try scene.store.accessTokens.add(
            AccessTokenRecord(id: admin.id, note: "", role: .admin, digest: token.digest, createdAt: scene.now)
        )
        scene.advance(seconds: 11)
        #expect(try await browser.open("/").status == 303)
    }

    @Test("A session ends when its token does")
    func tokenExpires() async throws {
        let scene = try ServiceScene()
        let browser = DashboardBench(scene)
        try await browser.signIn(scene.token(.read, expiresAt: scene.now.advanced(bySeconds: 60)).text)
        #expect(try await browser.open("/").status == 200)
        scene.advance(seconds: 61)
        #expect(try await browser.open("/").status == 303)
    }

    @Test("Signing out ends the session, and only the session's own form does")
    func signOut() async throws {
        let scene = try ServiceScene()
        let browser = try await DashboardBench(scene, as: .read)
        let cookie = try #require(browser.cookies["footfall_session"])
        #expect(try await browser.send("/sign-out", from: nil).status == 403)
        let other = try await DashboardBench(scene, as: .read)
        let foreign = try DashboardBench.formToken(await other.open("/").text)
        #expect(try await browser.send("/sign-out", ["form_token": foreign], from: nil).status == 403)
        let answer = try await browser.send("/sign-out", from: "/")
        #expect(answer.status == 303)
        #expect(answer.location == "/sign-in")
        browser.setCookie("footfall_session", cookie)
        #expect(try await browser.open("/").status == 303)
    }

    @Test("A session's cookie opens no address of the API, and a token in a header no page")
    func apart() async throws {
        let scene = try ServiceScene()
        let browser = try await DashboardBench(scene, as: .admin)
        #expect(try await browser.open("/v1/facilities").status == 401)
        #expect(try await scene.ask(.get, "/overview/numbers", scene.token(.admin)).status == 401)
    }
}
