import Testing
import TrackingEngine
import TrackingModel
import VisitModel

@Suite("Options and values as literals")
struct LiteralTests {
    @Test("a value written as a literal is the one that its document gives")
    func values() throws {
        let literal: [String: ConfigValue] = [
            "route_id": 123, "share": 0.5, "whole": 2.0, "name": "north", "is_test": true, "stops": [1, "b"],
            "more": ["deep": [:]],
        ]
        let json = """
            {"http": {"params": {"route_id": 123, "share": 0.5, "whole": 2.0, "name": "north", "is_test": true,
             "stops": [1, "b"], "more": {"deep": {}}}}}
            """
        #expect(try TrackingConfig.read(json: json, platform: .ios).config.http.params == literal)
    }

    @Test("an accuracy is a number of metres or one of Core Location's two negative numbers")
    func accuracies() {
        let accuracies: [DesiredAccuracy] = [-2, -1, 10, 100.0, 1000, 3000]
        #expect(accuracies == [.navigation, .high, .medium, .low, .veryLow, .lowest])
        #expect((25.5 as DesiredAccuracy).rawValue == 25.5)
    }
}
