import Testing
import VisitModel

@testable import TrackingEngine

struct TrackingConfigTests {
    @Test("The document of the defaults is read as the defaults", arguments: Platform.allCases)
    func defaultsRoundTrip(platform: Platform) throws {
        let config = TrackingConfig(platform: platform)
        let (read, warnings) = try TrackingConfig.read(json: config.json, platform: platform)
        #expect(read == config)
        #expect(warnings == [])
    }
}
