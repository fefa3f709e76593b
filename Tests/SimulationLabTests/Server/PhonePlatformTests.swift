import LongTests
import MobileSDKCore
import Synchronization
import Testing
import VisitModel

@testable import SimulationLab

@Suite("A simulated phone shows the service its platform")
struct PhonePlatformTests {
    /// The `User-Agent` headers of the requests to the server, request by request.
    private final class Log: Sendable {
        let agents = Mutex<[[String]]>([])

        func add(_ request: TransportRequest) {
            let agents = request.headers.filter { $0.key.lowercased() == "user-agent" }.map(\.value)
            self.agents.withLock { $0.append(agents) }
        }
    }

    @Test(
        "each request has the HTTP client of its platform, once",
        .long,
        arguments: [AppKind.transistor, .radar, .gymvisits],
        Platform.allCases
    )
    func client(kind: AppKind, platform: Platform) throws {
        let text = ScenarioText.text(
            ["platform": "platform: \(platform.rawValue)"],
            "sdk: \(kind.rawValue)" + (kind == .gymvisits ? "\napp: {updates: every 60 s}" : "")
        )
        let scenario = try ScenarioText.scenario(text)
        let log = Log()
        let session = try LabSession(
            scenario,
            app: kind,
            server: try PipelineServer(for: scenario),
            keepsTimeline: false
        ) { request, _, _, _ in log.add(request) }
        session.run()
        let agents = log.agents.withLock(\.self)
        #expect(!agents.isEmpty)
        let name = platform == .ios ? "CFNetwork" : "okhttp"
        for agent in agents { #expect(agent.count == 1 && agent.first?.contains(name) == true, "\(agent)") }
    }
}
