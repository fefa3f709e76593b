import Foundation
import HTTPTypes
import Testing
import VisitModel
import VisitStore

@testable import VisitServer

@Suite("Signing in by a link")
struct SignInLinkTests {
    private static func code(_ path: String) -> String { String(path.split(separator: "=").last ?? "") }

    @Test("The link for a token signs in one browser, once")
    func session() async throws {
        let scene = try ServiceScene()
        let path = scene.service.signInPath(with: try scene.token(.admin))
        let (one, other) = (DashboardBench(scene), DashboardBench(scene))
        let answer = try await one.open(path)
        #expect(answer.status == 303 && answer.location == "/")
        #expect(try await one.open("/tokens").status == 200)
        #expect(try await other.open(path).status == 403)
        #expect(other.cookies["footfall_session"] == nil)
    }

    @Test("A program that asks for the head, or a browser that loads in advance, does not use up the link")
    func prefetch() async throws {
        let scene = try ServiceScene()
        let head = try await scene.ask(.head, scene.service.signInPath(with: try scene.token(.read)))
        #expect(head.status == 204 && head.headers[.setCookie] == nil)
        let path = scene.service.signInPath(with: try scene.token(.read))
        let browser = DashboardBench(scene)
        #expect(try await browser.open(path, headers: ["Sec-Purpose": "prefetch"]).status == 204)
        #expect(try await browser.open(path).status == 303)
    }

    @Test("A link expires after half an hour, and one of a removed token is of no use")
    func expiry() async throws {
        let scene = try ServiceScene()
        let token = try scene.token(.admin)
        let (late, early) = (scene.service.signInPath(with: token), scene.service.signInPath(with: token))
        scene.advance(seconds: 1_799)
        #expect(try await DashboardBench(scene).open(early).status == 303)
        scene.advance(seconds: 1)
        #expect(try await DashboardBench(scene).open(late).status == 403)

        let removed = scene.service.signInPath(with: token)
        try scene.store.accessTokens.remove(token.id)
        // Until then the service may still know it.
        scene.advance(seconds: 600)
        #expect(try await DashboardBench(scene).open(removed).status == 403)
    }

    @Test("A service without a token has a link by which the first one is made, with a name, and signs in")
    func firstToken() async throws {
        let scene = try ServiceScene()
        let path = try #require(try scene.service.firstTokenPath())
        let browser = DashboardBench(scene)
        let page = try await browser.open(path)
        #expect(page.status == 200 && page.text.contains("Create my token"))
        // Opening the page makes nothing, and may be done again.
        #expect(try scene.store.accessTokens.all().isEmpty)
        #expect(try await browser.open(path).status == 200)

        // Another site's form, which does not know the code of the page's form.
        let foreign = try await browser.send("/sign-in/link", ["code": Self.code(path)], from: nil)
        #expect(try foreign.status == 403 && scene.store.accessTokens.all().isEmpty)

        let made = try await browser.send("/sign-in/link", ["code": Self.code(path), "person": "Ann Lee"], from: path)
        #expect(made.status == 200)
        let record = try #require(try scene.store.accessTokens.all().first)
        #expect(record.role == .admin && record.person == "Ann Lee")
        let secret = try #require(made.text.firstMatch(of: /ff_[a-z0-9]{8}_[A-Za-z0-9_-]{43}/)).0
        #expect(AccessToken(text: secret)?.digest == record.digest)
        #expect(try await browser.open("/tokens").status == 200)

        #expect(try scene.service.firstTokenPath() == nil)
        #expect(try await DashboardBench(scene).open(path).status == 403)
        let again = try await DashboardBench(scene).send("/sign-in/link", ["code": Self.code(path)], from: nil)
        #expect(again.status == 403)
        #expect(try scene.store.accessTokens.all().count == 1)
    }

    @Test("Once there is a token of an admin, made by a command or by another link, no further first one is made")
    func notFirst() async throws {
        let scene = try ServiceScene()
        let links = [
            try #require(try scene.service.firstTokenPath()), try #require(try scene.service.firstTokenPath()),
        ]
        // The tokens of phones and readers come after it.
        _ = try scene.token(.read)
        let browser = DashboardBench(scene)
        #expect(try await browser.open(links[0]).status == 200)
        _ = try scene.token(.admin)
        for link in links {
            let form = [
                "code": Self.code(link),
                "form_token": try DashboardBench.formToken(await browser.open("/sign-in").text),
            ]
            #expect(try await browser.send("/sign-in/link", form, from: nil).status == 403)
            #expect(try await DashboardBench(scene).open(link).status == 403)
        }
        #expect(try scene.store.accessTokens.all().map(\.role) == [.read, .admin])
    }

    @Test("A name that can't be stored keeps the link, and says why")
    func name() async throws {
        let scene = try ServiceScene()
        let path = try #require(try scene.service.firstTokenPath())
        let browser = DashboardBench(scene)
        let answer = try await browser.send("/sign-in/link", ["code": Self.code(path), "person": "A\u{7}"], from: path)
        #expect(answer.status == 400 && answer.text.contains("role=\"alert\""))
        #expect(try await browser.open(path).status == 200)
    }

    @Test("Guessed codes are refused and counted as wrong tokens are, and a link works nevertheless")
    func guesses() async throws {
        let scene = try ServiceScene()
        let path = try #require(try scene.service.firstTokenPath())
        let browser = DashboardBench(scene)
        for _ in 0..<10 { #expect(try await browser.open("/sign-in/link?code=x").status == 403) }
        let answer = try await browser.open("/sign-in/link?code=x")
        #expect(answer.status == 429 && answer.headers[.retryAfter] == "6")
        #expect(try await browser.open("/sign-in/link").status == 429)
        #expect(try await browser.open(path).status == 200)
    }
}
