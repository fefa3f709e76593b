import PhoneOS
import Testing
import TrackingEngine
import VisitModel

@testable import SimulationLab
@testable import footfall

@Suite("A service that runs in a simulation's time")
struct SimulatedServiceTests {
    /// A member's week in which the network, the service and the app fail in turn.
    private func week(_ preset: RadarPreset, _ platform: Platform) throws -> Scenario {
        let monday = try #require(CivilDate(year: 2024, month: 3, day: 4))
        let people = try LabPopulation(seed: 7, memberCount: 1, days: 7, firstDay: monday, city: .small)
        var scenario = try people.scenario(of: 0, on: platform)
        scenario.app.kind = .radar
        scenario.app.tracking.options = RadarTrackingOptions(preset: preset, on: platform)
        let troubles: [(happening: Happening, end: Happening?)] = [
            (.connectivity(.none), .connectivity(.cellular)), (.server(.answers(500)), .server(.well)),
            (.killApp, nil), (.server(.answers(401)), .server(.well)), (.server(.silent), .server(.well)),
            (.server(.answersLost), .server(.well)), (.reboot, nil),
        ]
        for (day, trouble) in troubles.enumerated() {
            let time = scenario.start.advanced(bySeconds: Double(day) * 86_400 + 64_000)
            scenario.happenings.append(TimedHappening(time: time, happening: trouble.happening, text: ""))
            guard let end = trouble.end else { continue }
            let later = time.advanced(bySeconds: 5_000)
            scenario.happenings.append(TimedHappening(time: later, happening: end, text: ""))
        }
        return scenario
    }

    @Test(
        "a week over HTTP comes to the fixes and visits that it comes to without a network in between",
        arguments: RadarPreset.allCases,
        Platform.allCases
    )
    func sameOverHTTP(_ preset: RadarPreset, _ platform: Platform) async throws {
        let scenario = try week(preset, platform)
        let service = try SimulatedService(for: scenario)
        let served = try await service.play(app: .radar)
        let inside = try PipelineServer(for: scenario)
        let played = try scenario.play(app: .radar, server: inside)
        let (fixes, expected) = (try service.fixes(), try inside.fixes(of: scenario.device))
        #expect(fixes.count > 10)
        #expect(fixes == expected)
        #expect(served.uploads == played.uploads)
        #expect((served.uploads?.failures ?? 0) > 0)
        #expect(served.visits.map(\.facility) == played.visits.map(\.facility))
        #expect(served.visits.map(\.enteredAt) == played.visits.map(\.enteredAt))
        #expect(served.visits.map(\.exitedAt) == played.visits.map(\.exitedAt))
        #expect(served.visits.map(\.isCounted) == played.visits.map(\.isCounted))
    }
}
