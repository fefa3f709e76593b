import LongTests
import Testing
import VisitModel

@testable import SimulationLab

@Suite("Scenario files full of mistakes")
struct ScenarioGarbageTests {
    /// A small deterministic generator (Steele, Lea and Flood 2014: SplitMix64).
    private struct Splitmix: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    private static let pieces = [
        "99999999999999999999", "-1", ".nan", ".inf", "1e308", "0", "day 366 23:59:59", "00:00", "day 1", "\"", "'",
        ",",
        ":", "{}", "[]", "[", "{", "null", "~", "é", "👩‍👩‍👧", "\u{0}", "\t", "  ", "\n", "- ", "*a", "&a ", "!!int ",
        "<<: ", "|", ">",
        "north of", "of", "at", "for", "every day at", "366 days", "0 s", "until", "by", "90, 180", "-90 -180",
        "89.95, 0",
        "100 km", "home", "gym", "place-1", "5000", "track: s.yaml", "facilities: s.yaml", "+", "=", "%", "battery",
        "position",
    ]

    @Test(
        "a text that was changed at random is accepted or refused, and every error has its line",
        .long,
        arguments: 1...20
    )
    func mutated(seed: UInt64) {
        var random = Splitmix(state: seed)
        for base in [ScenarioYAMLTests.full, ScenarioText.text([:], "grid: {count: 9, around: home}")] {
            for _ in 0..<25 {
                var text = Array(base)
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    let at = Int.random(in: 0...text.count, using: &random)
                    let end = min(text.count, at + Int.random(in: 0...8, using: &random))
                    text.replaceSubrange(at..<end, with: Array(Self.pieces.randomElement(using: &random) ?? ""))
                }
                let faults = ScenarioText.faults(String(text))
                let allPlaced = faults.allSatisfy { $0.wholeMatch(of: /s\.yaml:\d+: .+/) != nil }
                #expect(allPlaced, "seed \(seed): \(faults)\n\(String(text))")
            }
        }
    }

    @Test("random words are a phrase, a journey, a sweep or an error", arguments: 1...20)
    func words(seed: UInt64) {
        var random = Splitmix(state: seed)
        let phrases = PhraseTable.all.flatMap(\.spellings).flatMap { $0.split(separator: " ").map(String.init) }
        let words = Self.pieces + phrases + ["900 m", "1.4 km", "20 min", "07:00", "..", "/", "5m", "Europe/Berlin"]
        let scenario = try? ScenarioText.scenario(ScenarioText.text())
        for _ in 0..<60 {
            let drawn = (0..<Int.random(in: 0...7, using: &random)).compactMap { _ in
                words.randomElement(using: &random)
            }
            let text = drawn.joined(separator: Bool.random(using: &random) ? " " : "")
            _ = try? ScenarioEvent.parse(text)
            _ = try? EventText(text, timeZone: .utc)
            _ = JourneyText.parse(text)
            _ = try? PlaceText.parse(text)
            if let scenario { _ = try? SweepText("reboot=\(text)").steps(in: scenario) }
        }
    }

    @Test("deep nesting and long chains are refused or read, and end")
    func deep() {
        #expect(!ScenarioText.faults("name: " + String(repeating: "[", count: 100_000)).isEmpty)
        #expect(!ScenarioText.faults(String(repeating: "- ", count: 100_000)).isEmpty)
        let chain = (1...5000).map { "  p\($0): 1 m north of p\($0 - 1)" }.joined(separator: "\n")
        let text = ScenarioText.text(["places": "places:\n\(chain)\n  p0: 1 m north of home"])
        #expect(ScenarioText.faults(text) == [])
    }
}
