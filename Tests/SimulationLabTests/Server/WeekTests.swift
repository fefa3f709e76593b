import MobileSDKCore
import RadarEngine
import Foundation
import MobileSDK
import PhoneOS
import PhoneSimulator
import Synchronization
import LongTests
import Testing
import TrackingEngine
import VisitModel
import VisitPipeline

@testable import SimulationLab

@Suite("Days of a phone under each of Radar's presets")
struct WeekTests {
    /// The number of days to run: three, one for the preset that never rests, or the number set by
    /// `scripts/week-test`.
    private static func days(_ preset: RadarPreset) -> Int {
        let asked = ProcessInfo.processInfo.environment["FOOTFALL_TEST_DAYS"].flatMap(Int.init)
        return asked ?? (preset == .continuous ? 1 : 3)
    }

    /// One update in a request.
    private struct Update: Hashable {
        let milliseconds: Int64
        let latitude: Double
        let longitude: Double
        let isStopped: Bool
        let source: String

        init?(_ json: [String: Any]) {
            guard let time = json["locationMs"] as? NSNumber, let latitude = json["latitude"] as? Double,
                let longitude = json["longitude"] as? Double, let source = json["source"] as? String
            else { return nil }
            (milliseconds, self.latitude, self.longitude) = (time.int64Value, latitude, longitude)
            (isStopped, self.source) = (json["stopped"] as? Bool ?? false, source)
        }
    }

    /// The requests to the server, in order.
    private final class Log: Sendable {
        struct Entry {
            /// The updates, newest last.
            let updates: [Update]
            let isTaken: Bool
        }

        let entries = Mutex<[Entry]>([])

        func note(_ request: TransportRequest, _ answer: TransportResult?) {
            guard let body = try? JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any] else {
                return
            }
            let records = (body["replays"] as? [[String: Any]]) ?? [body]
            let isTaken = if case .response(200...299, _)? = answer { true } else { false }
            let entry = Entry(updates: records.compactMap(Update.init), isTaken: isTaken)
            entries.withLock { $0.append(entry) }
        }
    }

    /// A member's days with network outages, server failures, and an app that is ended repeatedly.
    private func days(_ preset: RadarPreset, _ platform: Platform, seed: UInt64) throws -> Scenario {
        let monday = try #require(CivilDate(year: 2024, month: 3, day: 4))
        let days = Self.days(preset)
        let population = try LabPopulation(seed: seed, memberCount: 1, days: days, firstDay: monday, city: .medium)
        var scenario = try population.scenario(of: 0, on: platform)
        scenario.app.kind = .radar
        scenario.app.tracking.options = RadarTrackingOptions(preset: preset, on: platform)
        var generator = SeededGenerator(seed: seed)
        let troubles: [ScenarioEvent] = [
            .connectivity(.none), .server(.answers(401)), .server(.answers(500)), .server(.silent), .killApp,
        ]
        for day in 0..<days {
            for trouble in troubles {
                let begin = Double(day) * 86_400 + Double.random(in: 21_600...72_000, using: &generator)
                let time = scenario.start.advanced(bySeconds: begin)
                let end = time.advanced(bySeconds: Double.random(in: 300...5_400, using: &generator))
                scenario.events.append(TimedScenarioEvent(time: time, event: trouble, text: "\(trouble)"))
                switch trouble {
                case .connectivity:
                    scenario.events.append(
                        TimedScenarioEvent(time: end, event: .connectivity(.cellular), text: "")
                    )
                case .server:
                    scenario.events.append(TimedScenarioEvent(time: end, event: .server(.well), text: ""))
                default: break
                }
            }
        }
        return scenario
    }

    @Test(
        "the server has every update that it took, and every failed one that the preset sends again",
        .long,
        arguments: RadarPreset.allCases,
        Platform.allCases
    )
    func arrives(_ preset: RadarPreset, _ platform: Platform) throws {
        let seed: UInt64 = 11
        let scenario = try days(preset, platform, seed: seed)
        let (log, server) = (Log(), try PipelineServer(for: scenario))
        let session = try LabSession(scenario, app: .radar, server: server, keepsTimeline: false) {
            (request, answer, _, _) in log.note(request, answer)
        }
        session.run()
        let entries = log.entries.withLock(\.self)
        let lastTaken = entries.lastIndex(where: \.isTaken) ?? 0
        let taken = Set(entries.filter(\.isTaken).flatMap(\.updates))
        // Updates that failed before the last success are sent again where the preset's `replay` says so.
        let isReplayed = try #require(scenario.app.tracking.options).replay == .stops
        let failed = entries[..<lastTaken].filter { !$0.isTaken }.compactMap(\.updates.last)
        let owed = failed.filter { update in
            isReplayed && update.isStopped && !["FOREGROUND_LOCATION", "MANUAL_LOCATION"].contains(update.source)
        }
        let stored = try server.fixes(of: scenario.device)
        let arrived = Dictionary(grouping: stored) { $0.time.milliseconds }
        // The server stores coordinates to the seventh decimal of a degree.
        func has(_ update: Update) -> Bool {
            (arrived[update.milliseconds] ?? []).contains { fix in
                abs(fix.coordinate.latitude - update.latitude) < 2e-7
                    && abs(fix.coordinate.longitude - update.longitude) < 2e-7
            }
        }
        #expect(!taken.isEmpty && !failed.isEmpty, "seed \(seed): nothing was put to the test")
        let (missing, forgotten) = (taken.filter { !has($0) }, owed.filter { !has($0) })
        #expect(missing.isEmpty, "seed \(seed): \(missing.count) of \(taken.count) that were taken")
        #expect(forgotten.isEmpty, "seed \(seed): \(forgotten.count) of \(owed.count) that are sent again")
    }
}
