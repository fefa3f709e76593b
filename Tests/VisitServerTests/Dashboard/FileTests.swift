import HTTPTypes
import Testing

@testable import VisitServer

@Suite("The files of the pages")
struct FileTests {
    @Test(
        "A file has a tag, and is not sent again to a client that has it",
        arguments: ["/assets/footfall.css", "/assets/icon.svg", "/assets/live.js", "/v1/openapi.json"]
    )
    func tagged(path: String) async throws {
        let browser = DashboardBench(try ServiceScene())
        let answer = try await browser.open(path)
        #expect(answer.status == 200)
        #expect(answer.headers[.cacheControl] == "no-cache")
        #expect(!answer.bytes.isEmpty)
        let tag = try #require(answer.headers[.eTag])
        let again = try await browser.open(path, headers: ["If-None-Match": tag])
        #expect(again.status == 304)
        #expect(again.bytes.isEmpty)
        #expect(try await browser.open(path, headers: ["If-None-Match": "\"x\""]).status == 200)
    }

    @Test("An address with the tag may be kept for good, one with another tag not")
    func lasting() async throws {
        let browser = DashboardBench(try ServiceScene())
        let page = try await browser.open("/sign-in").text
        let address = try #require(page.firstMatch(of: /href="(\/assets\/footfall\.css\?v=[^"]+)"/)).1
        let answer = try await browser.open(String(address))
        #expect(answer.headers[.cacheControl] == "public, max-age=31536000, immutable")
        #expect(answer.headers[.contentType] == "text/css; charset=utf-8")
        #expect(try await browser.open("/assets/footfall.css?v=old").headers[.cacheControl] == "no-cache")
    }

    @Test("Nothing else is served", arguments: ["layout.mustache", "..%2Fopenapi.json", "leaflet.css%00", "x"])
    func nothingElse(name: String) async throws {
        #expect(try await DashboardBench(ServiceScene()).open("/assets/\(name)").status == 404)
    }
}
