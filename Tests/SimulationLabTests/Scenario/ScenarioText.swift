import Testing
import VisitModel

@testable import SimulationLab

/// Scenario files for tests.
enum ScenarioText {
    /// The lines of a complete scenario, which tests change or omit.
    static let lines = [
        "name: Test", "platform: android", "time_zone: America/New_York",
        "facilities:",
        "  - {id: gym, name: Corner Gym, at: \"39.9500, -75.1600\", radius: 100 m}",
        "places:",
        "  home: \"39.9400, -75.1700\"",
        "journey: home 07:00, gym 07:30 for 55 min, home 09:00",
    ]

    /// The complete scenario, with lines changed by their beginnings, and further lines.
    static func text(_ changes: [String: String?] = [:], _ more: String = "") -> String {
        let kept = lines.compactMap { line -> String? in
            guard let change = changes.first(where: { line.hasPrefix($0.key) }) else { return line }
            return change.value
        }
        return kept.joined(separator: "\n") + "\n" + more + "\n"
    }

    static func scenario(_ text: String) throws -> Scenario { try Scenario(yaml: text, file: "s.yaml") }

    /// The errors of a text, line by line.
    static func faults(_ text: String) -> [String] {
        do {
            _ = try scenario(text)
            return []
        } catch let error as SimulationLabError {
            return error.code == .scenario ? error.message.split(separator: "\n").map(String.init) : ["\(error.code)"]
        } catch {
            return ["\(error)"]
        }
    }
}

extension Timestamp {
    /// A time from ISO 8601 without fractions: `2024-03-18T07:00:00Z`.
    init(_ text: String) throws {
        let numbers = text.split { "-T:Z".contains($0) }.compactMap { Int64($0) }
        let date = try #require(CivilDate(year: Int(numbers[0]), month: Int(numbers[1]), day: Int(numbers[2])))
        let seconds = Int64(date.daysSince1970) * 86_400 + numbers[3] * 3600 + numbers[4] * 60 + numbers[5]
        self.init(milliseconds: seconds * 1000)
    }
}
