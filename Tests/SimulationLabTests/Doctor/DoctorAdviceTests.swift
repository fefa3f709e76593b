import PhoneDoctor
import Testing

@testable import SimulationLab

/// The seven rows of the Gym Visits document's troubleshooting table: the doctor's findings for a scenario of each.
@Suite("The doctor's advice")
struct DoctorAdviceTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let scenario: String
        let symptom: Symptom
        let cause: String
        let advice: [String]
        var weight = Finding.Weight.problem

        var testDescription: String { symptom.rawValue }
    }

    static let rows = [
        Row(
            scenario: "no-permission",
            symptom: .noEvents,
            cause: "a permission is missing",
            advice: ["verify that foreground and background location and notifications are granted"]
        ),
        Row(
            scenario: "foreign-regions",
            symptom: .someRegister,
            cause: "limit",
            advice: ["reduce the number of monitored geofences", "see the Error events"]
        ),
        Row(
            scenario: "forced-to-stop",
            symptom: .appKilled,
            cause: "no foreground service",
            advice: ["use a foreground service", "exemption from battery optimisation"]
        ),
        Row(
            scenario: "while-in-use-only",
            symptom: .noBackgroundEvents,
            cause: "While Using the App",
            advice: ["Always Allow", "can monitor regions"]
        ),
        Row(
            scenario: "reboot-without-receiver",
            symptom: .nothingAfterReboot,
            cause: "nothing registered them again",
            advice: ["boot receiver", "Google Play services", "logcat"]
        ),
        Row(
            scenario: "killed-without-always",
            symptom: .nothingAfterKill,
            cause: "without \"Always Allow\"",
            advice: ["have the member grant \"Always Allow\""]
        ),
        Row(
            scenario: "app-update",
            symptom: .lostByUpdate,
            cause: "that is how Android behaves",
            advice: ["nothing", "MY_PACKAGE_REPLACED"],
            weight: .note
        ),
    ]

    @Test("the troubleshooting table has its cause and its advice", arguments: rows)
    func advice(row: Row) throws {
        let record = try ScenarioCatalogTests.scenario(row.scenario).run()
        let findings = Doctor.findings(in: CaseHistory(record))
        let finding = try #require(findings.first { $0.symptom == row.symptom })
        #expect(finding.cause.contains(row.cause))
        for words in row.advice { #expect(finding.advice.contains(words), "\(finding.advice)") }
        #expect(finding.weight == row.weight)
    }

    @Test("every row of the troubleshooting table is there, once")
    func complete() {
        #expect(Self.rows.map(\.symptom) == Symptom.allCases.filter { $0.source == .gymVisits })
    }
}
