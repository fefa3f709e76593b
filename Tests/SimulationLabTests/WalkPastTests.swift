import MobileSDK
import PhoneOS
import PhoneSimulator
import LongTests
import Testing
import VisitModel

@testable import SimulationLab

@Suite("A walk past facilities")
struct WalkPastTests {
    /// A walk past the gym and on, with a halt at it of a number of minutes.
    private func movement(halt: Double) throws -> Movement {
        let (home, gym, beyond) = (
            try LabScene.place(east: 0), try LabScene.place(east: 3000), try LabScene.place(east: 6000)
        )
        var stops: [(minute: Double, place: Coordinate)] = [(0, home), (30, home), (65, gym)]
        if halt > 0 { stops.append((65 + halt, gym)) }
        stops.append((100 + halt, beyond))
        return try Movement(
            stops.map { Movement.Waypoint(time: LabScene.minute($0.minute), coordinate: $0.place) }
        )
    }

    @Test("never notifies of an arrival and a departure together", .long, arguments: Platform.allCases)
    func notices(platform: Platform) async throws {
        var arrivals = 0
        for seed in UInt64(1)...12 {
            let scene = try LabScene(
                platform,
                seed: seed,
                options: MonitoringOptions(),
                movement: try movement(halt: Double(seed % 4))
            )
            try await scene.facilities.startMonitoring()
            scene.run(to: 1)
            scene.act { $0.leaveApp() }
            var shown: [(time: Timestamp, body: String)] = []
            scene.simulator.run(until: LabScene.minute(150)) { occurrence in
                for case .showed(let notice) in occurrence.notes { shown.append((occurrence.time, notice.body)) }
            }
            for arrival in shown where arrival.body.hasPrefix("You arrived at facility ") {
                arrivals += 1
                let facility = arrival.body.dropFirst("You arrived at facility ".count)
                let left = shown.first { $0.body == "You left facility \(facility)" && $0.time >= arrival.time }
                let seconds = left.map { arrival.time.seconds(to: $0.time) } ?? .infinity
                #expect(seconds >= 60, "\(facility), seed \(seed)")
            }
        }
        #expect(arrivals > 0, "no arrival was shown")
    }
}
