import Foundation
import LongTests
import Testing
import VisitModel
import VisitStore

@testable import VisitServer

/// What holds for the pages that show no names of the hostile scene.
@Suite("The other pages of the dashboard")
struct RecordPageTests {
    static let paths =
        ["/webhooks", "/deliveries", "/quarantine", "/import", "/tokens"]
        + SetupApp.allCases.map { "/setup?app=\($0.rawValue)" }

    @Test("Each is a whole page with labelled fields, and every link of it leads somewhere", .long, arguments: paths)
    func pages(path: String) async throws {
        let browser = try await DashboardBench(ServiceScene(webhooks: StubSender(status: 200)), as: .admin)
        let answer = try await browser.open(path)
        #expect(answer.status == 200)
        try PageTests.check(answer.text, path)
        for match in answer.text.matches(of: /(?:href|src)="(\/[^"]*)"/) {
            let address = String(match.1).replacing("&amp;", with: "&")
            #expect(try await browser.open(address).status == 200, "\(path): \(address)")
        }
    }
}
