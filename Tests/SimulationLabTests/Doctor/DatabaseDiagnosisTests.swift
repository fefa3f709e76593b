import PhoneDoctor
import SQLiteStorage
import LongTests
import Testing
import VisitModel
import VisitStore

@testable import SimulationLab

@Suite("A diagnosis from the database alone")
struct DatabaseDiagnosisTests {
    /// The symptoms in the events that an app on Footfall recorded in a scenario.
    private func found(in name: String) throws -> [Symptom] {
        let scenario = try ScenarioCatalogTests.scenario(name)
        let session = try LabSession(scenario, app: .footfall)
        session.run()
        _ = try session.record()
        return Doctor.findings(in: try CaseHistory(of: scenario.device, in: session.store, at: scenario.end)).map(
            \.symptom
        )
    }

    @Test(
        "diagnoses from the events, without the phone's log",
        .long,
        arguments: [
            ("no-permission", [Symptom.noEvents]), ("while-in-use-only", [.noEvents, .noBackgroundEvents]),
            ("foreign-regions", [.someRegister, .overLimit]), ("location-off", [.locationOff]),
            ("healthy-ios", []), ("healthy-android", []), ("reboot-mid-visit", []), ("doze", [.lateEvents]),
        ]
    )
    func found(name: String, symptoms: [Symptom]) throws {
        #expect(try found(in: name) == symptoms)
    }

    @Test("a phone that is not in the database can't be diagnosed")
    func unknown() throws {
        let store = try VisitStore.temporary()
        #expect(throws: StorageError.self) {
            try CaseHistory(of: DeviceID("nobody"), in: store, at: Timestamp(milliseconds: 0))
        }
    }

    @Test(
        "a phone whose last input is long ago is not healthy",
        arguments: [
            (3.0, [String]()), (4, ["The phone has sent nothing for 4 days"]),
            (965, ["The phone has sent nothing for 965 days"]),
        ] as [(Double, [String])]
    )
    func silence(days: Double, titles: [String]) throws {
        let scenario = try ScenarioCatalogTests.scenario("healthy-android")
        let session = try LabSession(scenario, app: .footfall)
        session.run()
        _ = try session.record()
        let last = try #require(session.store.devices.find(scenario.device)?.newestFixAt)
        let now = last.advanced(bySeconds: days * 86_400)
        let findings = Doctor.findings(in: try CaseHistory(of: scenario.device, in: session.store, at: now))
        #expect(findings.map(\.title) == titles)
        #expect(findings.allSatisfy { $0.symptom == .noEvents && $0.weight == .problem })
    }
}
