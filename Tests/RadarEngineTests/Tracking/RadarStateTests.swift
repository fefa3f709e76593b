import Foundation
import RadarEngine
import Testing
import TrackingModel
import VisitModel

@Suite("The stored state of Radar's tracking")
struct RadarStateTests {
    @Test("The JSON equals that of Foundation's encoder and decodes to the same state", arguments: Platform.allCases)
    func roundTrip(platform: Platform) throws {
        var bench = RadarBench(platform)
        try bench.start(.presetContinuous(on: platform))
        for second in 0..<5 { try bench.fix(at: Double(second) * 40, north: Double(second) * 90) }
        let bytes = try StateJSON.bytes(of: bench.tracking)
        let decoder = JSONDecoder()
        let expected = try JSONEncoder().encode(bench.tracking)
        #expect(
            try decoder.decode(ConfigValue.self, from: Data(bytes)) == decoder.decode(ConfigValue.self, from: expected)
        )
        #expect(try decoder.decode(RadarTracking.self, from: Data(bytes)) == bench.tracking)
    }
}
