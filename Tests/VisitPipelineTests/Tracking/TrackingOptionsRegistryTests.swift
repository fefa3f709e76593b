import RadarEngine
import TrackingModel
import Foundation
import Testing
import TrackingEngine
import VisitModel
import VisitStore

@testable import VisitPipeline

@Suite("The registry of tracking options")
struct TrackingOptionsBookTests {
    private typealias Target = RadarRemotePlan.Target

    private let store: VisitStore
    private let registry: TrackingOptionsRegistry

    init() throws {
        store = try VisitStore.temporary()
        registry = TrackingOptionsRegistry(store: store)
    }

    @Test("it has eight slots, empty at first")
    func empty() throws {
        let slots = try registry.slots()
        #expect(slots.map(\.target) == TrackingOptionsSlot.targets)
        #expect(Set(slots.map(\.target)).count == 8)
        #expect(slots.allSatisfy { !$0.isSet && $0.options == nil && $0.problem == nil })
    }

    @Test("options set are in their slot and in no other, until they are removed")
    func setting() throws {
        let custom = try CheckedTrackingOptions(document: CheckedTrackingOptionsTests.android, on: .android)
        let target = Target(.android, .test, isOnTrip: true)
        let set = try registry.set(custom, for: target, at: SmallWorld.now)
        #expect(try registry.slot(target) == set)
        #expect(set.options == custom)
        #expect(set.updatedAt == SmallWorld.now)
        #expect(try registry.slots().filter(\.isSet) == [set])
        #expect(try registry.remove(target))
        #expect(try !registry.remove(target))
        #expect(try registry.slots().allSatisfy { !$0.isSet })
    }

    @Test("options of the other operating system are refused and change nothing")
    func foreign() throws {
        let android = CheckedTrackingOptions(.responsive, on: .android)
        #expect(throws: TrackingEngineError.self) {
            try registry.set(android, for: Target(.ios, .live, isOnTrip: false), at: SmallWorld.now)
        }
        #expect(try store.trackingOptions.all() == [])
    }

    @Test("a damaged document is reported with the error, and the other slots are unchanged")
    func damaged() throws {
        let (good, bad) = (Target(.ios, .live, isOnTrip: false), Target(.ios, .live, isOnTrip: true))
        try registry.set(CheckedTrackingOptions(.efficient, on: .ios), for: good, at: SmallWorld.now)
        try store.trackingOptions.set(
            StoredTrackingOptions(.ios, .live, isOnTrip: true, .document(#"{"sync": 7}"#), updatedAt: SmallWorld.now)
        )
        let slot = try registry.slot(bad)
        #expect(slot.isSet && slot.options == nil)
        #expect(slot.problem?.contains("`sync` is the number 7") == true, "\(slot.problem ?? "")")
        #expect(try registry.slot(good).options?.content == .preset(.efficient))
    }
}

@Suite("Options sent to phones")
struct TrackingHandoutTests {
    private typealias Target = RadarRemotePlan.Target

    private static func handout(
        _ set: [Target: CheckedTrackingOptions],
        damaged: Set<Target> = []
    ) -> TrackingOptionsResolver {
        TrackingOptionsResolver(
            TrackingOptionsSlot.targets.map { target in
                if damaged.contains(target) {
                    return TrackingOptionsSlot(
                        StoredTrackingOptions(
                            target.platform,
                            target.environment,
                            isOnTrip: target.isOnTrip,
                            .document("{"),
                            updatedAt: SmallWorld.now
                        )
                    )
                }
                return set[target].map { TrackingOptionsSlot($0, for: target, at: SmallWorld.now) }
                    ?? TrackingOptionsSlot(empty: target)
            },
            revision: 1
        )
    }

    @Test("every phone gets the options of the engine's plan")
    func asPlan() throws {
        let presets = RadarPreset.allCases
        // Each of the 256 subsets of the eight targets.
        for ways in 0..<256 {
            var set: [Target: CheckedTrackingOptions] = [:]
            var plan = RadarRemotePlan()
            for (index, target) in TrackingOptionsSlot.targets.enumerated() where ways & (1 << index) != 0 {
                let options = CheckedTrackingOptions(presets[index % 3], on: target.platform)
                set[target] = options
                try plan.set(options.options, for: target)
            }
            let handout = Self.handout(set)
            for target in TrackingOptionsSlot.targets {
                let expected = plan.options(for: target).map { Array($0.json().utf8) }
                #expect(handout.document(for: target) == expected, "\(ways) \(target.words)")
            }
            #expect(handout.damaged == [])
        }
    }

    @Test("nothing replaces damaged options, and they are reported")
    func damaged() {
        let (off, on) = (Target(.ios, .live, isOnTrip: false), Target(.ios, .live, isOnTrip: true))
        let handout = Self.handout([off: CheckedTrackingOptions(.efficient, on: .ios)], damaged: [on])
        #expect(handout.document(for: on) == nil)
        #expect(handout.document(for: off) != nil)
        #expect(handout.damaged.map(\.target) == [on])
        #expect(Self.handout([:], damaged: [off]).document(for: on) == nil)
    }
}

@Suite("A file of tracking options")
struct TrackingOptionsFileTests {
    private func file(_ text: String) throws -> String {
        let url = FileManager.default.temporaryDirectory.appending(path: "options-\(UUID().uuidString).json")
        try Data(text.utf8).write(to: url)
        return url.path
    }

    @Test("a warning has the line of its option, where the file has it")
    func places() throws {
        let path = try file("{\n  \"sync\": \"none\",\n  \"useVisit\": true\n}\n")
        defer { try? FileManager.default.removeItem(atPath: path) }
        let read = try TrackingOptionsFile(path, on: .ios)
        let unknown = try #require(read.options.warnings.first { $0.code == .unknownKey })
        #expect(read.place(of: unknown.option)?.line == 3)
        let missing = try #require(read.options.warnings.first { $0.code == .missingKey })
        #expect(read.place(of: missing.option) == nil)
    }

    @Test(
        "errors are reported with file, line and column",
        arguments: [
            ("{\n  \"sync\": \"none\",\n  \"beacons\": 1\n}", ":3:3: `beacons` is the number 1"),
            ("{\"foregroundService\": {\n\"importance\": 9}}", ":2:1: `foregroundService.importance`"),
            ("{\n\"sync\": }", "not JSON from line 2, column 9 on"), ("[]", ": the tracking options are a list"),
        ]
    )
    func mistakes(text: String, emitted: String) throws {
        let path = try file(text)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let error = #expect(throws: VisitPipelineError.self) { try TrackingOptionsFile(path, on: .android) }
        #expect(error?.code == .unusableInput)
        #expect(error?.message.hasPrefix(path) == true)
        #expect(error?.message.contains(emitted) == true, "\(error?.message ?? "")")
    }

    @Test("a missing file, or one that is not text, is reported as such")
    func unreadable() throws {
        let missing = #expect(throws: VisitPipelineError.self) { try TrackingOptionsFile("/nowhere.json", on: .ios) }
        #expect(missing?.code == .unreadableFile)
        let url = FileManager.default.temporaryDirectory.appending(path: "options-\(UUID().uuidString).json")
        try Data([0x7B, 0xFF, 0x7D]).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let binary = #expect(throws: VisitPipelineError.self) { try TrackingOptionsFile(url.path, on: .ios) }
        #expect(binary?.message.contains("UTF-8") == true)
    }
}
