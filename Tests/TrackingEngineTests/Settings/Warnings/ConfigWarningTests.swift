import TrackingModel
import Testing
import TrackingEngine
import VisitModel

struct ConfigWarningTests {
    static let cases =
        ConfigWarningCase.motion + ConfigWarningCase.stops + ConfigWarningCase.app + ConfigWarningCase.geolocation
        + ConfigWarningCase.permission + ConfigWarningCase.upload + ConfigWarningCase.storage
        + ConfigWarningCase.notUsed

    @Test("The warning is there once with its trigger, and not without it", arguments: cases)
    func warning(row: ConfigWarningCase) throws {
        #expect(try row.hits(row.trigger, app: row.app).count == 1)
        for calm in row.calm + ["{}"] where calm != row.trigger || row.calmApp != row.app {
            #expect(try row.hits(calm, app: row.calmApp).isEmpty, "\(calm)")
        }
    }

    @Test(
        "The documented defaults give no warning, whatever is known of a well-built app",
        arguments: Platform.allCases
    )
    func defaultsAreSilent(platform: Platform) {
        let config = TrackingConfig(platform: platform)
        #expect(config.warnings() == [])
        let app = AppFacts {
            $0.hasMotionUsageDescription = true
            $0.hasLocationBackgroundMode = true
            $0.hasAudioBackgroundMode = true
            $0.hasActivityRecognitionPermission = true
            $0.androidAPILevel = 29
            $0.usesGeofences = true
            $0.startsSchedule = true
        }
        #expect(config.warnings(app: app) == [])
    }

    @Test("Every warning has a row here, and names an option or an object of options")
    func everyWarningHasARow() throws {
        let known = Set(Self.cases.map { "\($0.platform.rawValue) \($0.code.rawValue) \($0.option)" })
        let facts = AppFacts {
            $0.hasMotionUsageDescription = false
            $0.hasLocationBackgroundMode = false
            $0.hasActivityRecognitionPermission = false
            $0.androidAPILevel = 34
        }
        for seed in UInt64(0)..<150 {
            for platform in Platform.allCases {
                let config = RandomConfig.config(seed: seed, platform: platform)
                for warning in config.warnings(app: seed % 2 == 0 ? facts : AppFacts()) {
                    #expect(ConfigOption.named(warning.option) != nil, "seed \(seed): \(warning)")
                    #expect(warning.message.last != ".", "seed \(seed): \(warning)")
                    let isOfTheCatalogue =
                        warning.message.contains("ignores it; it is an option of")
                        || warning.message.contains("is not supported on")
                    let key = "\(platform.rawValue) \(warning.code.rawValue) \(warning.option)"
                    #expect(isOfTheCatalogue || known.contains(key), "seed \(seed): \(warning)")
                }
            }
        }
    }

    @Test("Every option of one platform is warned of on the other once it is set", arguments: Platform.allCases)
    func otherPlatform(platform: Platform) {
        for option in ConfigOption.all where !option.platforms.contains(platform) {
            let hits = (UInt64(0)..<40).contains { seed in
                let config = RandomConfig.config(seed: seed, platform: platform)
                let isSet = option.value(in: config) != option.defaultValue(on: platform)
                let isWarned = config.warnings().contains { $0.code == .ignoredByPlatform && $0.option == option.path }
                #expect(isSet == isWarned, "seed \(seed), \(option.path)")
                return isSet
            }
            #expect(hits, "\(option.path) was never set")
        }
    }

    @Test("Every limit is warned of beyond its ends, and not at them", arguments: ConfigOption.all.map(\.path))
    func limits(path: String) throws {
        let option = try #require(ConfigOption.named(path))
        for platform in option.platforms {
            guard let limits = option.limits(on: platform) else { continue }
            let least = limits.range.lowerBound
            for (number, isWarned) in [(least, false), (least - 1, (limits.offUpTo ?? -.infinity) < least - 1)] {
                var config = TrackingConfig(platform: platform)
                try option.set(.number(number), in: &config)
                let hits = config.warnings().filter { $0.message.contains("is not supported on") }
                #expect(hits.map(\.option) == (isWarned ? [path] : []), "\(number)")
                #expect(hits.allSatisfy { $0.code == .clamped })
            }
        }
    }

    @Test("Looked at for another platform, the settings are that platform's")
    func retargeted() {
        var config = TrackingConfig(platform: .ios)
        config.activity.stopDetectionDelay = 5000
        #expect(config.warnings() == [])
        #expect(config.warnings(on: .android).map(\.option) == ["activity.stopDetectionDelay"])
        #expect(TrackingConfig(platform: .ios).warnings(on: .android) == [])
    }
}
