import PhoneSimulator
import LongTests
import Testing
import VisitModel

@testable import SimulationLab

@Suite("The phone fields of a scenario")
struct PhoneFieldTests {
    /// The keys of a profile's stored properties, in snake case, nested ones after a dot.
    private func keys(of value: Any, _ prefix: String = "") -> [String] {
        let parts = [
            "sensing", "activity", "alarms", "background", "android", "ios", "visits", "largeFence", "smallFence",
            "latencies", "latency",
        ]
        return Mirror(reflecting: value).children.flatMap { child -> [String] in
            let label = child.label ?? ""
            var key = label.replacing("requestID", with: "requestId")
            for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" {
                key = key.replacing(String(letter), with: "_" + letter.lowercased())
            }
            if prefix.isEmpty, ["platform", "version"].contains(label) { return [] }
            return parts.contains(label) ? keys(of: child.value, "\(prefix)\(key).") : [prefix + key]
        }
    }

    private var rows: [PhoneFieldRow] {
        PhoneField<PhoneProfile>.all.flatMap { $0.rows(PhoneProfile(platform: .ios)) }
    }

    @Test("every field of the profiles has a key of its name")
    func complete() {
        #expect(rows.map(\.key).sorted() == keys(of: PhoneProfile(platform: .ios)).sorted())
    }

    /// A file's `phone` group with one key.
    private func phone(_ key: String, _ value: String) throws -> PhoneProfile {
        let parts = key.split(separator: ".")
        let text = parts.reversed().reduce(value) { "{\($1): \($0)}" }
        return try ScenarioText.scenario(ScenarioText.text(["platform": "platform: ios"], "phone: \(text)")).phone
    }

    @Test("every default reads back unchanged, and another value changes only its field", .long)
    func roundTrip() throws {
        let standard = PhoneProfile(platform: .ios)
        for row in rows {
            #expect(try phone(row.key, row.text) == standard, "\(row.key): \(row.text)")
            let other =
                switch row.text {
                case "true": "false"
                case "false": "true"
                case "overlap": "gnss95"
                case "keeps_state": "reevaluates"
                case let text where text.hasPrefix("["): "[0.5, 0.75]"
                default: row.allowed.hasPrefix("0 to 1000") || row.key.hasSuffix("slots") ? "41" : "0.6"
                }
            let isWhole =
                Int(other) == nil
                && ["pending_intents", "additions_per_minute", "request_id_length", "sure_percent"].contains {
                    row.key.hasSuffix($0)
                }
            let value = row.key == "ios.foreign_regions" ? "7" : isWhole ? "41" : Self.inRange(other, row)
            let changed = PhoneField<PhoneProfile>.all.flatMap { field in
                field.rows((try? phone(row.key, value)) ?? standard)
            }
            let different = zip(rows, changed).filter { $0 != $1 }.map(\.0.key)
            #expect(different == [row.key], "\(row.key): \(value)")
            let text = changed.first { $0.key == row.key }?.text
            #expect(text == value, "\(row.key)")
        }
    }

    /// A value that a row accepts: ranges that begin at 1 exclude 0.6.
    private static func inRange(_ text: String, _ row: PhoneFieldRow) -> String {
        row.allowed.hasPrefix("1 to") && text == "0.6" ? "41" : text
    }

    @Test("a value out of range is refused", arguments: ["-1", ".nan", "-.inf", "{}", "[2, 1]", "'1'"])
    func refused(value: String) throws {
        for row in rows {
            #expect(throws: SimulationLabError.self, "\(row.key): \(value)") { try phone(row.key, value) }
        }
    }
}
