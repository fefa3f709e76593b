import PhoneOS
import PhoneSimulator
import LongTests
import Testing
import TrackingEngine
import VisitModel

@testable import SimulationLab

@Suite("The lab's measures")
struct LabMeasureTests {
    private static let start = Timestamp(milliseconds: 1_711_944_000_000)

    private static func time(_ minutes: Double) -> Timestamp { start.advanced(bySeconds: minutes * 60) }

    @Test("delays are those of the right visits, by date and by report, entry and exit")
    func delays() throws {
        let (gym, pool) = (try FacilityID("gym"), try FacilityID("pool"))
        let stays = [
            TrueStay(facility: gym, enteredAt: Self.time(0), exitedAt: Self.time(60), isVisit: true),
            TrueStay(facility: gym, enteredAt: Self.time(300), exitedAt: Self.time(360), isVisit: true),
            TrueStay(facility: pool, enteredAt: Self.time(500), exitedAt: Self.time(504), isVisit: false),
        ]
        let found = FoundVisit(
            facility: gym,
            enteredAt: Self.time(-1),
            exitedAt: Self.time(63),
            isCounted: true,
            note: "",
            reportedAt: Self.time(5)
        )
        let wrong = FoundVisit(
            facility: pool,
            enteredAt: Self.time(500),
            exitedAt: Self.time(510),
            isCounted: true,
            note: "",
            reportedAt: Self.time(501)
        )
        var scenario = try LabBench.population(members: 1, days: 2).scenario(of: 0, on: .ios)
        scenario.end = scenario.start.advanced(bySeconds: 129_600)
        let measure = LabMeasure(
            score: VisitScore(stays: stays, visits: [found, wrong]),
            exitsReportedAt: [found: Self.time(70), wrong: Self.time(511)],
            costs: PhoneCosts(),
            uploads: 4,
            bytes: 900,
            scenario: scenario
        )
        #expect(measure.days == 1.5)
        #expect((measure.found, measure.missed, measure.wrong) == (1, 1, 1))
        #expect(measure.entryDelays == [300])
        #expect(measure.exitDelays == [600])
        #expect(measure.entryError == [-60])
        #expect(measure.exitError == [180])
        #expect((measure.uploads, measure.bytes, measure.fixes) == (4, 900, 0))
    }

    @Test("energy is counts times weights, part by part")
    func energy() {
        var measure = LabMeasure(days: 1)
        let proxy = EnergyProxy.standard
        #expect(proxy.joules(of: measure) == 0)
        measure.gpsSeconds = 100
        measure.wifiScans = 10
        measure.cellPositions = 50
        measure.uploads = 2
        measure.bytes = 2_000_000
        measure.wakeups = 5
        measure.keptAwakeSeconds = 30
        let expected: [EnergyProxy.Part: Double] = [
            .gps: 30.5, .wifi: 6, .cells: 1, .uploads: 35.8, .wakeups: 1, .keptAwake: 6,
        ]
        for part in EnergyProxy.Part.allCases {
            #expect(abs(proxy.joules(part, of: measure) - (expected[part] ?? 0)) < 1e-9, "\(part)")
        }
        #expect(abs(proxy.joules(of: measure) - 80.3) < 1e-9)
        #expect(proxy.weights.allSatisfy { !$0.source.isEmpty && $0.value.contains("J") })
    }

    @Test("the lab's own apps are run and measured", .long, arguments: [LabPreset.footfall, .plain])
    func play(preset: LabPreset) throws {
        let population = try LabBench.population(members: 3, days: 3)
        for platform in [Platform.ios, .android] {
            let set = preset.set(on: platform)
            let stories = try (0..<3).map { try population.scenario(of: $0, on: platform) }
            let measures = try stories.map { try LabMeasure.of($0, set) }
            #expect(measures.allSatisfy { $0.days == 3 && $0.wakeups > 0 && $0.uploads == 0 })
            let visits = stories.reduce(0) { $0 + $1.trueStays(until: $1.end).count(where: \.isVisit) }
            let found = measures.reduce(0) { $0 + $1.found }
            #expect(visits > 0 && found + measures.reduce(0) { $0 + $1.missed } == visits, "seed 1, \(set.name)")
            #expect(2 * found > visits, "\(set.name): \(found) of \(visits)")
            #expect(measures.flatMap(\.entryDelays).count == found)
            #expect(measures.flatMap(\.exitDelays).count >= found - 3)
            #expect(try LabMeasure.of(stories[1], set) == measures[1])
        }
    }

    @Test("an app with updates uses more fixes than one with geofences only")
    func updates() throws {
        let scenario = try LabBench.population(members: 1, days: 2).scenario(of: 0, on: .android)
        var setup = AppSetup()
        setup.updates = LocationRequest(interval: .seconds(300))
        setup.usesForegroundService = true
        let often = try LabOptionSet(name: "often", platform: .android, kind: .app(setup))
        let (measure, plain) = (
            try LabMeasure.of(scenario, often), try LabMeasure.of(scenario, LabPreset.footfall.set(on: .android))
        )
        #expect(measure.fixes > 2 * plain.fixes)
        #expect(measure.gpsSeconds > plain.gpsSeconds)
    }
}
