import RadarEngine
import Testing
import TrackingEngine
import VisitModel

@testable import SimulationLab

@Suite("The lab's option sets")
struct LabOptionSetTests {
    @Test("a name alone means both systems, with a system after it one")
    func names() throws {
        for preset in LabPreset.allCases {
            let both = try LabPreset.sets(named: preset.rawValue, on: [.ios, .android])
            #expect(both.map(\.name) == ["\(preset.rawValue)-ios", "\(preset.rawValue)-android"])
            #expect(try LabPreset.sets(named: "\(preset.rawValue)-android", on: [.ios]) == [both[1]])
        }
        #expect(LabPreset.six.map(\.name).count == 6)
        #expect(LabPreset.responsive.set(on: .android).kind == .radar(.presetResponsive(on: .android)))
        #expect(LabPreset.transistor.set(on: .ios).kind == .transistor(TrackingConfig(platform: .ios)))
    }

    @Test(
        "an unknown set name is reported with all names",
        arguments: ["fast", "responsive-web", "-ios", "", "efficient-ios-x"]
    )
    func unknown(name: String) {
        let error = #expect(throws: SimulationLabError.self) { try LabPreset.sets(named: name, on: [.ios]) }
        #expect(error?.code == .lab)
        #expect(error?.message.contains("expected efficient, responsive, continuous, transistor") == true)
    }

    @Test("a sweep makes a set for each value, and changes nothing else")
    func sweep() throws {
        let base = LabPreset.responsive.set(on: .ios)
        let sets = try LabSweep("stopDuration=60, 140,300").sets(of: base)
        #expect(
            sets.map(\.name) == [
                "responsive-ios stopDuration=60", "responsive-ios stopDuration=140", "responsive-ios stopDuration=300",
            ]
        )
        let durations = sets.compactMap { set -> RadarTrackingOptions? in
            if case .radar(let options) = set.kind { options } else { nil }
        }
        #expect(durations.map(\.stopDuration) == [60, 140, 300])
        var preset = RadarTrackingOptions.presetResponsive
        preset.stopDuration = 300
        #expect(durations.last?.json() == preset.json())
    }

    @Test(
        "any option of either kind of SDK can be swept",
        arguments: [
            (LabPreset.continuous, Platform.android, "desiredAccuracy=high,medium", "\"desiredAccuracy\":\"medium\""),
            (.efficient, .ios, "useVisits=true,false", "\"useVisits\":false"),
            (.transistor, .ios, "geolocation.distanceFilter=10,50.5", "\"distanceFilter\":50.5"),
            (.transistor, .android, "activity.disableStopDetection=false,true", "\"disableStopDetection\":true"),
            (.transistor, .android, "http.url=https://example.com/a=b", "https://example.com/a=b"),
        ]
    )
    func generic(preset: LabPreset, platform: Platform, sweep: String, last: String) throws {
        let sets = try LabSweep(sweep).sets(of: preset.set(on: platform))
        #expect(
            sets.last?.optionsText.replacing("\": ", with: "\":").contains(last) == true,
            "\(sets.last?.optionsText ?? "")"
        )
        #expect(Set(sets.map(\.kind)).count == sets.count)
    }

    @Test(
        "an invalid sweep is reported with what was expected",
        arguments: [
            ("stopDuration", "expected for instance stopDuration=60,140,300"), ("=1,2", "not a sweep"),
            ("a=", "not a sweep"),
            ("a=1,,2", "not a sweep"), ("a=1,1", "has a value twice"),
            ("a=" + (0...50).map(String.init).joined(separator: ","), "has 51 values"),
        ]
    )
    func notASweep(text: String, expected: String) {
        let error = #expect(throws: SimulationLabError.self) { try LabSweep(text) }
        #expect(error?.code == .sweep)
        #expect(error?.message.contains(expected) == true, "\(error?.message ?? "")")
    }

    @Test(
        "a sweep of what a set does not have, or of a value that it does not take, names the option",
        arguments: [
            (
                LabPreset.responsive, "stopDurations=1",
                "`stopDurations` is not a tracking option of ios, expected one of beacons"
            ),
            (.responsive, "fastestMovingUpdateInterval=1", "is not a tracking option of ios"),
            (
                .responsive, "stopDuration=soon",
                "`stopDuration` is the text \"soon\", expected a whole number of seconds"
            ),
            (.transistor, "distanceFilter=10", "expected geolocation.distanceFilter"),
            (
                .transistor, "geolocation.distanceFilter=far",
                "`geolocation.distanceFilter` is the text \"far\", expected a number"
            ),
            (.transistor, "nothing=1", "expected a path such as geolocation.distanceFilter"),
            (.footfall, "stopDuration=1", "has no tracking options"),
            (.gymvisits, "stopDuration=1", "has no tracking options"),
        ]
    )
    func wrongOption(preset: LabPreset, text: String, expected: String) {
        let error = #expect(throws: SimulationLabError.self) { try LabSweep(text).sets(of: preset.set(on: .ios)) }
        #expect(error?.code == .sweep)
        #expect(error?.message.contains(expected) == true, "\(error?.message ?? "")")
    }

    @Test("options of another system are converted where possible, and refused elsewhere")
    func moved() throws {
        var config = TrackingConfig(platform: .android)
        config.geolocation.distanceFilter = 33
        let set = try LabOptionSet(name: "a\nb", platform: .ios, kind: .transistor(config))
        #expect(set.name == "a b")
        guard case .transistor(let own) = set.kind else { return }
        #expect(own.platform == .ios)
        #expect(own.geolocation.distanceFilter == 33)
        #expect(throws: SimulationLabError.self) {
            try LabOptionSet(name: "x", platform: .ios, kind: .radar(.presetEfficient(on: .android)))
        }
    }
}
