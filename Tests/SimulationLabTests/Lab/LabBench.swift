import PhoneSimulator
import VisitModel

@testable import SimulationLab

/// Helpers of the lab's tests.
enum LabBench {
    /// 2024-04-01, a Monday.
    static let monday = CivilDate(daysSince1970: 19_814)

    static func population(
        seed: UInt64 = 1,
        members: Int = 3,
        days: Int = 7,
        from day: CivilDate = monday,
        in city: LabCity = .small
    ) throws -> LabPopulation {
        try LabPopulation(seed: seed, memberCount: members, days: days, firstDay: day, city: city)
    }

    /// Generated measures that depend only on the indices of set and member.
    static func measure(set: Int, member: Int) -> LabMeasure {
        var measure = LabMeasure(days: 30)
        var generator = SeededGenerator(seed: 7, for: "measure", member)
        let visits = generator.whole(8...16)
        measure.missed = min(visits, generator.whole(0...2) + (set == 1 ? 2 : 0))
        measure.found = visits - measure.missed
        measure.wrong = generator.happens(0.2) ? 1 : 0
        let late = [300.0, 900, 60][set % 3]
        for _ in 0..<measure.found {
            measure.entryDelays.append((generator.number(0.2...2) * late).rounded())
            measure.exitDelays.append((generator.number(0.1...4) * late).rounded())
            measure.entryError.append(generator.number(-90...90).rounded())
            measure.exitError.append(generator.number(-30...240).rounded())
        }
        measure.fixes = [600, 300, 40_000][set % 3] + generator.whole(0...60)
        measure.gpsSeconds = Double(measure.fixes) * 9.5
        measure.wifiScans = 1200 + generator.whole(0...300)
        measure.cellPositions = generator.whole(10...90)
        measure.wakeups = measure.fixes + generator.whole(100...200)
        measure.uploads = measure.fixes / 3
        measure.bytes = measure.uploads * 812
        measure.keptAwakeSeconds = set == 2 ? 3600 : 0
        return measure
    }

    /// A report on twelve members that no change of the simulator affects.
    static func report(title: String? = "Which preset?", sets: [LabOptionSet]? = nil) throws -> LabReport {
        let sets =
            sets ?? [
                LabPreset.responsive.set(on: .ios), LabPreset.efficient.set(on: .android),
                LabPreset.continuous.set(on: .ios),
            ]
        let run = try LabRun(population: try population(members: 12, days: 30), sets: sets)
        let measures = sets.indices.map { set in (0..<12).map { measure(set: set, member: $0) } }
        return LabReport(title: title, run, measures, resamples: 400)
    }
}
