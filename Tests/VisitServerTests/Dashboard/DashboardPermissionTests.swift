import Foundation
import HTTPTypes
import LongTests
import Testing
import VisitModel
import VisitPipeline
import VisitStore

@testable import VisitServer

/// The dashboard's permission table: a new page without a row fails, and so does a row that differs from
/// docs/dashboard.md.
@Suite("Permissions of the dashboard")
struct DashboardPermissionTests {
    /// Method, path, and permitted roles; a phone's token signs no one in.
    static let table = """
        GET / | read admin
        GET /assets/{file} | nobody read admin
        GET /facilities | read admin
        GET /access-record | admin
        GET /facilities-on-map | read admin
        GET /facilities/{facility} | read admin
        GET /overview/events | read admin
        GET /overview/numbers | read admin
        GET /overview/on-map | read admin
        GET /sign-in | nobody read admin
        POST /sign-in | nobody read admin
        GET /sign-in/link | nobody read admin
        POST /sign-in/link | nobody read admin
        POST /sign-out | read admin
        GET /deliveries | read admin
        GET /deliveries/{message} | read admin
        GET /deliveries/replay | admin
        POST /deliveries/replay | admin
        GET /devices | read admin
        GET /devices/{device} | read admin
        POST /devices/{device}/app-update | admin
        GET /devices/{device}/events | read admin
        GET /devices/{device}/live | read admin
        GET /devices/{device}/numbers | read admin
        GET /devices/{device}/on-map | read admin
        POST /devices/{device}/reboot | admin
        GET /devices/{device}/track | read admin
        GET /import | admin
        POST /import | admin
        POST /import/confirm | admin
        GET /members | read admin
        GET /members/{member} | read admin
        GET /members/{member}/erase | admin
        POST /members/{member}/erase | admin
        GET /members/{member}/export | admin
        GET /members/{member}/visits | read admin
        GET /quarantine | read admin
        POST /quarantine/purge | admin
        GET /quarantine/{key} | read admin
        POST /quarantine/{key}/remove | admin
        POST /quarantine/{key}/retry | admin
        GET /setup | read admin
        POST /setup | admin
        GET /setup/{token}/first-fix | read admin
        GET /tokens | admin
        POST /tokens | admin
        POST /tokens/{token}/remove | admin
        GET /review | read admin
        POST /review | admin
        GET /reports | read admin
        POST /reports/payout | admin
        POST /reports/{month}/close | admin
        GET /reports/{month}/file | read admin
        GET /visits | read admin
        GET /visits/new | admin
        POST /visits/new | admin
        GET /visits/{visit} | read admin
        GET /visits/{visit}/picture | read admin
        POST /visits/{visit}/review | admin
        GET /webhooks | read admin
        POST /webhooks | admin
        POST /webhooks/{endpoint}/disable | admin
        POST /webhooks/{endpoint}/enable | admin
        POST /webhooks/{endpoint}/remove | admin
        POST /webhooks/{endpoint}/test | admin
        """

    private static let samples = [
        "{file}": "footfall.css", "{facility}": "p0", "{device}": "phone", "{member}": "ann", "{message}": "msg_1",
        "{endpoint}": "e1", "{key}": "1", "{token}": "abcdefgh",
    ]

    private static func rows() throws -> [PermissionTableTests.Row] {
        try table.split(separator: "\n").map { try PermissionTableTests.Row(String($0)) }
    }

    @Test("Every page has a row, and every row a page")
    func complete() throws {
        let endpoints = try ServiceScene().service.endpoints.filter { $0.part == .dashboard }
            .map { "\($0.method.rawValue) \($0.path)" }
        let rows = try Self.rows().map { "\($0.method) \($0.path)" }
        #expect(Set(endpoints).subtracting(rows).sorted() == [])
        #expect(Set(rows).subtracting(endpoints).sorted() == [])
        #expect(endpoints.count == Set(endpoints).count)
    }

    @Test("Permitted users get a response, others are redirected to the sign-in page or refused", .long)
    func answers() async throws {
        for (caller, role) in [("nobody", nil), ("read", TokenRole.read), ("admin", .admin)] {
            func signedIn() async throws -> DashboardBench {
                let scene = try ServiceScene()
                // Ends the live stream at once.
                await scene.live.stop()
                let browser = DashboardBench(scene)
                if let role { try await browser.signIn(scene.token(role).text) }
                return browser
            }
            // Pages change nothing, so one reader opens them all; the changes of a form must not reach the next row.
            let reader = try await signedIn()
            for row in try Self.rows() {
                let path = Self.samples.reduce(row.path) { $0.replacing($1.key, with: $1.value) }
                let browser = row.method == "GET" ? reader : try await signedIn()
                let answer =
                    row.method == "GET"
                    ? try await browser.open(path)
                    : try await browser.send(path, from: caller == "nobody" ? "/sign-in" : "/")
                let isSentAway = answer.status == 303 && answer.location?.hasPrefix("/sign-in?") == true
                if row.allowed.contains(caller) {
                    #expect(!isSentAway, "\(row.method) \(path) as \(caller)")
                    if !path.hasPrefix("/sign-in") {
                        #expect(answer.status != 403, "\(row.method) \(path) as \(caller)")
                    }
                } else if caller == "nobody" {
                    #expect(answer.location?.hasPrefix("/sign-in") == true, "\(row.method) \(path)")
                } else {
                    #expect(answer.status == 403, "\(row.method) \(path) as \(caller)")
                }
            }
        }
    }

    @Test("Every form without the session's form token is refused")
    func forms() async throws {
        let scene = try ServiceScene()
        let browser = try await DashboardBench(scene, as: .admin)
        for row in try Self.rows() where row.method == "POST" && !row.path.hasPrefix("/sign-in") {
            let path = Self.samples.reduce(row.path) { $0.replacing($1.key, with: $1.value) }
            let answer = try await browser.send(path, ["form_token": "AAAA"], from: nil)
            #expect(answer.status == 403, "\(path)")
            #expect(answer.text.contains("does not belong to your session"), "\(path)")
        }
    }

    @Test("docs/dashboard.md has the same table")
    func documented() throws {
        let text = try String(contentsOf: ServiceBench.root.appending(path: "docs/dashboard.md"), encoding: .utf8)
        var documented: Set<PermissionTableTests.Row> = []
        for line in text.split(separator: "\n") where line.hasPrefix("| `") {
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            guard cells.count == 4, cells[0].contains(" /") else { continue }
            let allowed = zip(["nobody", "read", "admin"], cells.dropFirst()).filter { $0.1 == "yes" }.map(\.0)
            documented.insert(
                try .init("\(cells[0].replacing("`", with: "")) | \(allowed.joined(separator: " "))")
            )
        }
        let rows = Set(try Self.rows())
        #expect(rows.subtracting(documented).map(\.path).sorted() == [])
        #expect(documented.subtracting(rows).map(\.path).sorted() == [])
    }
}
