import HTTPTypes
import Testing
import VisitModel
import VisitStore

@testable import VisitServer

@Suite("An address that does not exist")
struct UnknownPageTests {
    @Test("A browser that is signed in gets a page", arguments: ["/nonsense", "/facilities/a/b/c", "/favicon.ico"])
    func page(path: String) async throws {
        let browser = try await DashboardBench(ServiceScene(), as: .read)
        let answer = try await browser.open(path)
        #expect(answer.status == 404)
        #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
        #expect(answer.headers[.contentSecurityPolicy] != nil)
        #expect(answer.text.contains("There is no page at this address."))
        #expect(answer.text.contains("href=\"/facilities\""), "it has the navigation")
    }

    @Test("A program gets a problem document, with a session or a token")
    func program() async throws {
        let scene = try ServiceScene()
        let browser = try await DashboardBench(scene, as: .read)
        let script = try await browser.open("/nonsense", headers: ["Accept": "application/json"])
        #expect(script.headers[.contentType] == "application/problem+json")
        let answer = try await scene.ask(.get, "/nonsense", scene.token(.read), headers: ["Accept": "text/html"])
        #expect(answer.status == 404)
        #expect(answer.headers[.contentType] == "application/problem+json")
    }

    @Test("Without a session nobody learns which addresses exist")
    func stranger() async throws {
        let browser = try DashboardBench(ServiceScene())
        #expect(try await browser.open("/nonsense").status == 401)
    }
}
