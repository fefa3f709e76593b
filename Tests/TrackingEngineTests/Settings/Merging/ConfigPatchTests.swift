import TrackingModel
import Testing
import TrackingEngine
import VisitModel

struct ConfigPatchTests {
    @Test("A patch changes only its own options", arguments: Platform.allCases)
    func changesOnlyWhatItNames(platform: Platform) {
        for seed in UInt64(0)..<60 {
            let config = RandomConfig.config(seed: seed, platform: platform)
            var random = RandomConfig(seed: ~seed)
            let patch = random.patch()
            let changed = config.applying(patch)
            for option in ConfigOption.all {
                let expected = patch[option.path] ?? option.value(in: config)
                #expect(option.value(in: changed) == expected, "seed \(seed), \(option.path)")
            }
        }
    }

    @Test("Applied twice is applied once, and the later of two patches wins")
    func appliedTwice() {
        for seed in UInt64(0)..<60 {
            let config = RandomConfig.config(seed: seed, platform: .android)
            var random = RandomConfig(seed: ~seed)
            let first = random.patch()
            let second = random.patch()
            #expect(config.applying(first).applying(first) == config.applying(first), "seed \(seed)")
            let both = config.applying(first).applying(second)
            for option in ConfigOption.all {
                let expected = second[option.path] ?? first[option.path] ?? option.value(in: config)
                #expect(option.value(in: both) == expected, "seed \(seed), \(option.path)")
            }
        }
    }

    @Test("The changes between two configurations are exactly those that lead from one to the other")
    func changesLeadAcross() {
        for seed in UInt64(0)..<60 {
            let old = RandomConfig.config(seed: seed, platform: .ios)
            let new = RandomConfig.config(seed: ~seed, platform: .ios)
            let patch = new.changes(from: old)
            #expect(old.applying(patch) == new, "seed \(seed)")
            for path in patch.paths {
                #expect(patch[path] != ConfigOption.named(path)?.value(in: old), "seed \(seed), \(path)")
            }
            #expect(old.changes(from: old).isEmpty, "seed \(seed)")
        }
    }

    @Test("An empty patch changes nothing")
    func emptyPatch() {
        let config = RandomConfig.config(seed: 7, platform: .ios)
        #expect(config.applying(ConfigPatch()) == config)
    }

    @Test("Reset gives the documented defaults", arguments: Platform.allCases)
    func reset(platform: Platform) {
        var config = RandomConfig.config(seed: 3, platform: platform)
        #expect(config != TrackingConfig(platform: platform))
        config.reset()
        #expect(config == TrackingConfig(platform: platform))
    }

    @Test("A notification keeps what a patch does not name, an object of the app's own is replaced")
    func nestedObjects() throws {
        var config = TrackingConfig(platform: .android)
        config.app.notification.title = "Title"
        config.app.notification.color = "#FF0000"
        config.http.headers = ["A": "1", "B": "2"]
        let json = #"{"app": {"notification": {"text": "Text", "color": null}}, "http": {"headers": {"C": "3"}}}"#
        let changed = config.applying(try ConfigPatch.read(json: json).patch)
        #expect(changed.app.notification.title == "Title")
        #expect(changed.app.notification.text == "Text")
        #expect(changed.app.notification.color == nil)
        #expect(changed.http.headers == ["C": "3"])
    }

    @Test("A patch takes no option that does not exist and no value of the wrong type")
    func wrongSettings() {
        var patch = ConfigPatch()
        #expect(throws: TrackingEngineError.self) { try patch.set("http.uri", to: .text("https://a.example")) }
        #expect(throws: TrackingEngineError.self) { try patch.set("http.url", to: .integer(1)) }
        #expect(patch.isEmpty)
    }

    @Test("Settings that move to another platform keep what was set and take that platform's defaults")
    func moved() {
        var config = TrackingConfig(platform: .ios)
        config.app.preventSuspend = true
        let android = config.moved(to: .android)
        #expect(android.platform == .android)
        #expect(android.app.preventSuspend)
        #expect(android.app.heartbeatInterval == -1)
        #expect(android.activity.minimumActivityRecognitionConfidence == 75)
        #expect(config.moved(to: .ios) == config)
    }
}
