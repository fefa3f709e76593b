import RadarEngine
import Foundation
import PhoneOS
import LongTests
import Testing
import TrackingEngine
import VisitModel

@testable import SimulationLab
@testable import footfall

@Suite("A service that runs in a simulation's time")
struct SimulatedServiceTests {
    /// The number of simulated days: three, one for the preset that never rests, or as many as `scripts/week-test`
    /// sets.
    private static func days(_ preset: RadarPreset) -> Int {
        let asked = ProcessInfo.processInfo.environment["FOOTFALL_TEST_DAYS"].flatMap(Int.init)
        return asked ?? (preset == .continuous ? 1 : 3)
    }

    /// A member's days, with failures of the network, the service and the app in turn.
    private func days(_ preset: RadarPreset, _ platform: Platform) throws -> Scenario {
        let monday = try #require(CivilDate(year: 2024, month: 3, day: 4))
        let days = Self.days(preset)
        let people = try LabPopulation(seed: 7, memberCount: 1, days: days, firstDay: monday, city: .small)
        var scenario = try people.scenario(of: 0, on: platform)
        scenario.app.kind = .radar
        scenario.app.tracking.options = RadarTrackingOptions(preset: preset, on: platform)
        let troubles: [(event: ScenarioEvent, end: ScenarioEvent?)] = [
            (.connectivity(.none), .connectivity(.cellular)), (.server(.answers(500)), .server(.well)),
            (.killApp, nil), (.server(.answers(401)), .server(.well)), (.server(.silent), .server(.well)),
            (.server(.answersLost), .server(.well)), (.reboot, nil),
        ]
        let span = scenario.start.seconds(to: scenario.end) / Double(troubles.count)
        for (number, trouble) in troubles.enumerated() {
            let time = scenario.start.advanced(bySeconds: (Double(number) + 0.3) * span)
            scenario.events.append(TimedScenarioEvent(time: time, event: trouble.event, text: ""))
            guard let end = trouble.end else { continue }
            let later = time.advanced(bySeconds: span / 2)
            scenario.events.append(TimedScenarioEvent(time: later, event: end, text: ""))
        }
        return scenario
    }

    @Test(
        "what goes over HTTP comes to the fixes and visits that it comes to without a network in between",
        .long,
        arguments: RadarPreset.allCases,
        Platform.allCases
    )
    func sameOverHTTP(_ preset: RadarPreset, _ platform: Platform) async throws {
        let scenario = try days(preset, platform)
        let service = try SimulatedService(for: scenario)
        let served = try await service.run(app: .radar)
        let inside = try PipelineServer(for: scenario)
        let played = try scenario.run(app: .radar, server: inside)
        let (fixes, expected) = (try service.fixes(), try inside.fixes(of: scenario.device))
        #expect(!fixes.isEmpty)
        #expect(fixes == expected)
        #expect(served.uploads == played.uploads)
        // A phone with few uploads may have none while the service fails.
        #expect((served.uploads?.failures ?? 0) > 0 || preset != .continuous)
        #expect(served.visits.map(\.facility) == played.visits.map(\.facility))
        #expect(served.visits.map(\.enteredAt) == played.visits.map(\.enteredAt))
        #expect(served.visits.map(\.exitedAt) == played.visits.map(\.exitedAt))
        #expect(served.visits.map(\.isCounted) == played.visits.map(\.isCounted))
    }
}
