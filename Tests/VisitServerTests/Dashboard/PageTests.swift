import Foundation
import HTTPTypes
import Testing
import VisitModel
import VisitStore

@testable import VisitServer

/// What holds for every page.
///
/// A new page gets a line in `paths`.
@Suite("The pages of the dashboard")
struct PageTests {
    /// Every page that is read, with what stands for the parts of its address.
    static let paths = ["/"]

    /// A database that has something of everything, all of it with names that would do harm.
    private static func hostileScene() async throws -> ServiceScene {
        let scene = try ServiceScene()
        for (index, text) in ServiceScene.hostileTexts.enumerated() {
            try scene.addFacility("f\(index)\(text)", name: text, east: Double(index) * 800, city: text)
            try await scene.post(
                device: "d\(index)\(text)",
                member: "m\(index)\(text)",
                minutes: 30,
                east: Double(index) * 800
            )
        }
        return scene
    }

    @Test("An empty database shows every page", arguments: paths)
    func empty(path: String) async throws {
        let scene = try ServiceScene(places: 0)
        let browser = try await DashboardBench(scene, as: .admin)
        let answer = try await browser.open(path)
        #expect(answer.status == 200)
        try Self.check(answer.text, path)
    }

    @Test(
        "A database with something of everything shows every page, names that look like HTML as text",
        arguments: paths
    )
    func full(path: String) async throws {
        let scene = try await Self.hostileScene()
        let browser = try await DashboardBench(scene, as: .admin)
        let answer = try await browser.open(path)
        #expect(answer.status == 200)
        try Self.check(answer.text, path)
        for harm in ["<script>alert", "<img src=x", "onmouseover='alert", "<b>", "<i>", "\"\u{301} onfocus"] {
            #expect(!answer.text.utf8.contains(harm), "\(path): \(harm)")
        }
        #expect(answer.text.utf8.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), "\(path)")
        #expect(answer.text.utf8.contains("{{frame.title}}"), "\(path)")
    }

    @Test("Browsers are told to run and fetch nothing that does not come from here", arguments: paths + ["/nothing"])
    func headers(path: String) async throws {
        let scene = try ServiceScene()
        let browser = try await DashboardBench(scene, as: .read)
        let answer = try await browser.open(path == "/nothing" ? "/sign-in" : path)
        #expect(
            answer.headers[.contentSecurityPolicy]
                == """
                default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                form-action 'self'; frame-ancestors 'none'; base-uri 'none'
                """
        )
        #expect(answer.headers[HTTPField.Name("Referrer-Policy") ?? .accept] == "no-referrer")
        #expect(answer.headers[.xContentTypeOptions] == "nosniff")
        #expect(answer.headers[.cacheControl] == "no-store")
        #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
    }

    @Test("Every link of a page leads to an address that there is", arguments: paths)
    func links(path: String) async throws {
        let scene = try await Self.hostileScene()
        let browser = try await DashboardBench(scene, as: .admin)
        let page = try await browser.open(path).text
        for match in page.matches(of: /(?:href|src|action|data-address)="([^"]+)"/) {
            let address = String(match.1).replacing("&amp;", with: "&")
            guard address.hasPrefix("/") else {
                #expect(address.hasPrefix("#"), "\(path): \(address)")
                continue
            }
            let isForm = match.0.hasPrefix("action=\"/sign-out")
            // The facilities come next.
            guard !isForm, !address.hasPrefix("/overview/events"), !address.hasPrefix("/facilities") else { continue }
            #expect(try await browser.open(address).status == 200, "\(path): \(address)")
        }
    }

    /// What holds for the text of every page.
    private static func check(_ page: String, _ path: String) throws {
        #expect(page.hasPrefix("<!doctype html>\n<html lang=\"en\">"), "\(path)")
        #expect(page.matches(of: /<h1[ >]/).count == 1, "\(path)")
        #expect(page.contains("<main id=\"content\""), "\(path)")
        // Nothing is left of the template but what a name looks like.
        #expect(!page.replacing("{{frame.title}} {{{page}}}", with: "").contains("{{"), "\(path)")
        // What the policy would forbid.
        #expect(page.firstMatch(of: /<script(?![^>]*\ssrc=)/) == nil, "\(path)")
        #expect(page.firstMatch(of: /<style|\sstyle=/) == nil, "\(path)")
        #expect(page.firstMatch(of: /<[^>"]*(?:"[^"]*"[^>"]*)*\son\w+=/) == nil, "\(path)")
        // Who can't see a field is told what it is for.
        for match in page.matches(of: /<(?:input|select|textarea)\b[^>]*>/) where !match.0.contains("type=\"hidden\"") {
            let field = String(match.0)
            let id = field.firstMatch(of: /\sid="([^"]+)"/).map { String($0.1) }
            let isNamed = field.contains("aria-label=") || id.map { page.contains("for=\"\($0)\"") } == true
            #expect(isNamed, "\(path): \(field)")
        }
    }
}

extension String.UTF8View {
    /// Whether the bytes of a text are in it: a text as browsers read it, not by characters with their accents.
    func contains(_ text: String) -> Bool {
        let (bytes, wanted) = (Array(self), Array(text.utf8))
        guard bytes.count >= wanted.count else { return false }
        return (0...(bytes.count - wanted.count)).contains { bytes[$0..<($0 + wanted.count)].elementsEqual(wanted) }
    }
}
