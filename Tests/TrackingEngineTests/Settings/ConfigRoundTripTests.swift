import TrackingModel
import Foundation
import LongTests
import Testing
import VisitModel

@testable import TrackingEngine

struct ConfigRoundTripTests {
    @Test("A document that was written is read as the same configuration", .long, arguments: Platform.allCases)
    func documents(platform: Platform) throws {
        for seed in UInt64(0)..<60 {
            let config = RandomConfig.config(seed: seed, platform: platform)
            for json in [config.json, config.changedJSON] {
                let (read, warnings) = try TrackingConfig.read(json: json, platform: platform)
                #expect(read == config, "seed \(seed)")
                #expect(warnings == [], "seed \(seed)")
                #expect(read.json == config.json, "seed \(seed)")
            }
        }
    }

    @Test("A number that JSON can't represent becomes null, and the rest of the document is kept")
    func infinity() throws {
        var config = TrackingConfig(platform: .ios)
        config.geolocation.distanceFilter = .infinity
        config.app.heartbeatInterval = 75
        let document = try #require(
            JSONSerialization.jsonObject(with: Data(config.json.utf8)) as? [String: [String: Any]]
        )
        #expect(document["geolocation"]?["distanceFilter"] is NSNull)
        #expect(document["app"]?["heartbeatInterval"] as? Double == 75)
    }

    @Test("An encoded configuration is decoded as the same one, platform included", arguments: Platform.allCases)
    func coding(platform: Platform) throws {
        for seed in UInt64(0)..<60 {
            let config = RandomConfig.config(seed: seed, platform: platform)
            let decoded = try JSONDecoder().decode(TrackingConfig.self, from: JSONEncoder().encode(config))
            #expect(decoded == config, "seed \(seed)")
        }
    }

    @Test("Each group is decoded as it was encoded", arguments: Platform.allCases)
    func groups(platform: Platform) throws {
        func decoded<Group: Codable>(_ group: Group) throws -> Group {
            try JSONDecoder().decode(Group.self, from: JSONEncoder().encode(group))
        }
        for seed in UInt64(0)..<50 {
            let config = RandomConfig.config(seed: seed, platform: platform)
            #expect(try decoded(config.geolocation) == config.geolocation, "seed \(seed)")
            #expect(try decoded(config.activity) == config.activity, "seed \(seed)")
            #expect(try decoded(config.app) == config.app, "seed \(seed)")
            #expect(try decoded(config.http) == config.http, "seed \(seed)")
            #expect(try decoded(config.persistence) == config.persistence, "seed \(seed)")
            #expect(try decoded(config.logger) == config.logger, "seed \(seed)")
            #expect(try decoded(config.authorization) == config.authorization, "seed \(seed)")
        }
    }

    @Test("A patch is decoded as it was encoded, with what it says of the reset")
    func patches() throws {
        for seed in UInt64(0)..<60 {
            var random = RandomConfig(seed: seed)
            var patch = random.patch()
            patch.reset = [nil, true, false][Int(seed % 3)]
            let decoded = try JSONDecoder().decode(ConfigPatch.self, from: JSONEncoder().encode(patch))
            #expect(decoded == patch, "seed \(seed)")
        }
    }

    @Test(
        "The defaults write nothing but the empty object when only changes are asked for",
        arguments: Platform.allCases
    )
    func noChanges(platform: Platform) {
        #expect(TrackingConfig(platform: platform).changedJSON == "{}")
    }

    @Test("An encoded configuration without its platform is refused")
    func platformIsNeeded() {
        #expect(throws: (any Error).self) {
            try JSONDecoder().decode(TrackingConfig.self, from: Data(#"{"http": {"autoSync": false}}"#.utf8))
        }
        #expect(throws: TrackingEngineError.self) {
            try JSONDecoder().decode(TrackingConfig.self, from: Data(#"{"platform": "symbian"}"#.utf8))
        }
    }
}
