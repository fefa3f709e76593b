import Foundation
import HTTPTypes
import LongTests
import Testing
import VisitModel
import VisitStore

@testable import VisitServer

/// Rules for every page.
///
/// A new page gets a line in `paths`.
@Suite("The pages of the dashboard")
struct PageTests {
    /// The paths of all pages, with placeholders for the parameters.
    static let paths =
        namingPaths + ["/webhooks", "/deliveries", "/deliveries/replay", "/access-record", "/review", "/reports"]

    /// Those with names of facilities, members or phones.
    private static let namingPaths = [
        "/", "/facilities", "/facilities/{facility}", "/members", "/members/{member}", "/members/{member}/erase",
        "/devices", "/visits",
        "/devices/{device}", "/devices/{device}/events",
    ]

    /// A database with a row of everything, with hostile names throughout.
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

    /// The addresses of a page: one for each hostile name where a parameter is a name.
    private static func addresses(_ path: String) -> [String] {
        guard path.contains("{") else { return [path] }
        return ServiceScene.hostileTexts.enumerated().map { index, text in
            [("{facility}", "f"), ("{member}", "m"), ("{device}", "d")].reduce(path) {
                $0.replacing($1.0, with: DashboardLink.quoted("\($1.1)\(index)\(text)"))
            }
        }
    }

    @Test("An empty database shows every page, and a missing item as a page that says so", arguments: paths)
    func empty(path: String) async throws {
        let browser = try await DashboardBench(ServiceScene(places: 0), as: .admin)
        for address in Self.addresses(path) {
            let answer = try await browser.open(address)
            #expect(answer.status == (path.contains("{") ? 404 : 200), "\(address)")
            try Self.check(answer.text, address)
        }
    }

    @Test(
        "A database with something of everything shows every page, names that look like HTML as text",
        .long,
        arguments: namingPaths
    )
    func full(path: String) async throws {
        let browser = try await DashboardBench(Self.hostileScene(), as: .admin)
        var all = ""
        for address in Self.addresses(path) {
            let answer = try await browser.open(address)
            #expect(answer.status == 200, "\(address)")
            try Self.check(answer.text, address)
            all += answer.text
        }
        for harm in ["<script>alert", "<img src=x", "onmouseover='alert", "<b>", "<i>", "\"\u{301} onfocus"] {
            #expect(!all.utf8.contains(harm), "\(path): \(harm)")
        }
        #expect(all.utf8.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), "\(path)")
        #expect(all.utf8.contains("&quot;\u{301} onfocus=alert(1)"), "\(path)")
        #expect(all.utf8.contains("{{frame.title}} {{{page}}}"), "\(path)")
    }

    @Test("Characters that hide or reorder others are visible in every page, and unchanged in forms and addresses")
    func hidden() async throws {
        let scene = try ServiceScene()
        let name = "Gym\u{202E}\u{200B}moc"
        try scene.addFacility("f-\(name)", name: name, city: name)
        try await scene.post(device: "d-\(name)", member: "m-\(name)", minutes: 30)
        let browser = try await DashboardBench(scene, as: .admin)
        for path in Self.namingPaths {
            let address = [("{facility}", "f"), ("{member}", "m"), ("{device}", "d")].reduce(path) {
                $0.replacing($1.0, with: DashboardLink.quoted("\($1.1)-\(name)"))
            }
            let page = try await browser.open(address)
            #expect(page.status == 200, "\(address)")
            #expect(!page.text.unicodeScalars.contains("\u{202E}"), "\(path)")
            #expect(page.text.contains(#"Gym\u{202E}\u{200B}moc"#), "\(path)")
        }
        let form = try await browser.open("/facilities?q=\(DashboardLink.quoted(name))")
        #expect(form.text.contains(#"value="Gym&#x202e;&#x200b;moc""#))
        let map = try await browser.open("/facilities-on-map")
        #expect(map.text.contains(#"Gym\\u{202E}\\u{200B}moc"#))
        #expect(!map.text.unicodeScalars.contains("\u{202E}"))
    }

    @Test("Browsers may run and fetch only the service's own resources", arguments: paths + ["/sign-in"])
    func headers(path: String) async throws {
        let scene = try ServiceScene()
        let browser = try await DashboardBench(scene, as: .read)
        let answer = try await browser.open(path.replacing("{facility}", with: "p0"))
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

    @Test("Every link of a page leads to an existing address", .long, arguments: paths)
    func links(path: String) async throws {
        let scene = try await Self.hostileScene()
        let browser = try await DashboardBench(scene, as: .admin)
        let page = try await browser.open(try #require(Self.addresses(path).first)).text
        // The action of a form that changes data has no page.
        let links = page.replacing(/method="post" action="[^"]+"/, with: "")
        for match in links.matches(of: /(?:href|src|action|data-address)="([^"]+)"/) {
            let address = String(match.1).replacing("&amp;", with: "&")
            guard address.hasPrefix("/") else {
                #expect(address.hasPrefix("#"), "\(path): \(address)")
                continue
            }
            // The streams do not end.
            guard !address.hasPrefix("/overview/events"), !address.hasSuffix("/live") else { continue }
            #expect(try await browser.open(address).status == 200, "\(path): \(address)")
        }
    }

    /// Checks the rules on the text of a page.
    static func check(_ page: String, _ path: String) throws {
        #expect(page.hasPrefix("<!doctype html>\n<html lang=\"en\">"), "\(path)")
        #expect(page.matches(of: /<h1[ >]/).count == 1, "\(path)")
        #expect(page.contains("<main id=\"content\""), "\(path)")
        // No template tag is left, except inside a hostile name.
        #expect(!page.replacing("{{frame.title}} {{{page}}}", with: "").contains("{{"), "\(path)")
        // Markup that the content security policy would forbid.
        #expect(page.firstMatch(of: /<script(?![^>]*\ssrc=)/) == nil, "\(path)")
        #expect(page.firstMatch(of: /<style|\sstyle=/) == nil, "\(path)")
        #expect(page.firstMatch(of: /<[^>"]*(?:"[^"]*"[^>"]*)*\son\w+=/) == nil, "\(path)")
        // Every field has a label for screen readers.
        for match in page.matches(of: /<(?:input|select|textarea)\b[^>]*>/) where !match.0.contains("type=\"hidden\"") {
            let field = String(match.0)
            let id = field.firstMatch(of: /\sid="([^"]+)"/).map { String($0.1) }
            let isNamed = field.contains("aria-label=") || id.map { page.contains("for=\"\($0)\"") } == true
            #expect(isNamed, "\(path): \(field)")
        }
    }
}

extension String.UTF8View {
    /// Whether the bytes contain those of a text; compares bytes as browsers do, not characters with their accents.
    func contains(_ text: String) -> Bool {
        let (bytes, wanted) = (Array(self), Array(text.utf8))
        guard bytes.count >= wanted.count else { return false }
        return (0...(bytes.count - wanted.count)).contains { bytes[$0..<($0 + wanted.count)].elementsEqual(wanted) }
    }
}
