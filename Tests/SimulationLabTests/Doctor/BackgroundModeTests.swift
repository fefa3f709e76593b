import PhoneDoctor
import PhoneOS
import Testing
import VisitModel

@testable import SimulationLab

@Suite("The doctor and the background mode of iOS")
struct BackgroundModeTests {
    private static let title = "The app was built without the background mode for location"

    private static func findings(_ platform: Platform, _ more: String) throws -> [Finding] {
        let row = DoctorCaseTests.Row(platform: platform, more: more, found: [], says: [])
        return try DoctorCaseTests.findings(row).filter { $0.title == title }
    }

    @Test(
        "an app that monitors facilities without it is named, with what to do",
        arguments: ["", "app: {kind: plain}", "app: {stays_in_front: true}", "sdk: gymvisits"]
    )
    func missing(app: String) throws {
        let findings = try Self.findings(.ios, "\(app)\nmanifest: {background_modes: [fetch]}")
        #expect(findings.map(\.symptom) == [.noBackgroundEvents])
        #expect(findings.map(\.weight) == [.problem])
        let finding = try #require(findings.first)
        #expect(finding.advice.contains("enable Background Modes > Location Updates in the app's Xcode project"))
        #expect(finding.evidence.count == 1)
    }

    @Test("an app that has it, and Android, which has none, are not")
    func present() throws {
        #expect(try Self.findings(.ios, "").isEmpty)
        #expect(try Self.findings(.ios, "manifest: {background_modes: [location]}").isEmpty)
        #expect(try Self.findings(.android, "manifest: {background_modes: []}").isEmpty)
        #expect(try Self.findings(.ios, "sdk: transistor\nmanifest: {background_modes: []}").isEmpty)
    }

    @Test("in a database it is found by the app's own error")
    func byError() throws {
        let start = Timestamp(milliseconds: 1_710_741_600_000)
        func findings(_ message: String) throws -> [Finding] {
            let event = GeofenceEvent(
                id: try EventID("e"),
                device: try DeviceID("phone"),
                kind: .error(code: PhoneError.Code.manifestIncomplete.rawValue, message: message),
                occurredAt: start,
                observedAt: start,
                location: nil
            )
            let history = CaseHistory(
                platform: .ios,
                span: start...start.advanced(bySeconds: 3600),
                timeZone: .utc,
                places: [],
                events: [event]
            )
            return Doctor.findings(in: history).filter { $0.title == Self.title }
        }
        let finding = try #require(try findings(AppManifest.missingModeMessage).first)
        #expect(finding.evidence.first?.text.contains("Background Modes > Location Updates") == true)
        #expect(try findings("another entry is missing").isEmpty)
    }
}
