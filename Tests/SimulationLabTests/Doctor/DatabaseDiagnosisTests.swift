import Testing
import VisitModel
import VisitStore

@testable import SimulationLab

@Suite("A diagnosis from the database alone")
struct DatabaseDiagnosisTests {
    /// What is found in the events that an app on Footfall stored in a scenario.
    private func found(in name: String) throws -> [Symptom] {
        let scenario = try ScenarioCatalogTests.scenario(name)
        let session = try LabSession(scenario, app: .footfall)
        session.play()
        _ = try session.record()
        return Doctor.findings(in: try CaseHistory(of: scenario.device, in: session.store)).map(\.symptom)
    }

    @Test(
        "finds what the events tell, without the phone's log",
        arguments: [
            ("no-permission", [Symptom.noEvents]), ("while-in-use-only", [.noEvents, .noBackgroundEvents]),
            ("foreign-regions", [.someRegister, .overLimit]), ("location-off", [.locationOff, .lateEvents]),
            ("healthy-ios", []), ("healthy-android", []), ("reboot-mid-visit", []), ("doze", [.lateEvents]),
        ]
    )
    func found(name: String, symptoms: [Symptom]) throws {
        #expect(try found(in: name) == symptoms)
    }

    @Test("a phone that the database does not know can't be diagnosed")
    func unknown() throws {
        let store = try VisitStore.temporary()
        #expect(throws: SimulationLabError.self) { try CaseHistory(of: DeviceID("nobody"), in: store) }
    }
}
