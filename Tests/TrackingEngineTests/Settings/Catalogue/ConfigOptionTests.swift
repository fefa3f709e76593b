import TrackingModel
import Foundation
import LongTests
import Testing
import VisitModel

@testable import TrackingEngine

struct ConfigOptionTests {
    @Test("The catalogue has every stored property, and nothing else", arguments: Platform.allCases)
    func catalogueMatchesProperties(platform: Platform) {
        let properties = Self.paths(of: TrackingConfig(platform: platform))
        #expect(properties.count > 90)
        #expect(properties.sorted() == ConfigOption.all.map(\.path).sorted())
    }

    @Test("The groups encode the options of the catalogue", .long, arguments: Platform.allCases)
    func encodingMatchesCatalogue(platform: Platform) throws {
        for seed in UInt64(0)..<50 {
            let config = RandomConfig.config(seed: seed, platform: platform)
            let encoded = try JSONDecoder().decode(ConfigValue.self, from: JSONEncoder().encode(config))
            guard case .object(var members) = encoded else {
                Issue.record("a configuration is encoded as \(encoded), seed \(seed)")
                continue
            }
            #expect(members.removeValue(forKey: "platform") == .text(platform.rawValue))
            // A group without any value that is set is encoded as an empty object, and not written in a document.
            let plain = ConfigValue.object(members)
            #expect(plain.withoutEmptyGroups.document == config.json.value.withoutEmptyGroups.document, "seed \(seed)")
        }
    }

    @Test("A path names an option once, under one of the seven groups")
    func pathsAreUnique() {
        #expect(Set(ConfigOption.all.map(\.path)).count == ConfigOption.all.count)
        #expect(
            ConfigOption.groups
                == ["geolocation", "activity", "app", "http", "persistence", "logger", "authorization"]
        )
    }

    @Test("Each meaning is a sentence without a full stop", arguments: ConfigOption.all.map(\.path))
    func meanings(path: String) throws {
        let option = try #require(ConfigOption.named(path))
        #expect(option.meaning.count > 15)
        #expect(option.meaning.first?.isUppercase == true)
        #expect(option.meaning.last != ".")
        #expect(!option.platforms.isEmpty)
        #expect(!option.expected.isEmpty)
    }

    @Test("A number has a unit, and its default lies within its limits", arguments: ConfigOption.all.map(\.path))
    func numbers(path: String) throws {
        let option = try #require(ConfigOption.named(path))
        let choices = [
            "geolocation.activityType", "geolocation.filter.policy", "geolocation.filter.kalmanProfile",
            "persistence.persistMode", "logger.logLevel", "app.notification.priority",
        ]
        for platform in Platform.allCases {
            guard let number = option.defaultValue(on: platform).number, !choices.contains(path) else { continue }
            #expect(option.unit != nil)
            guard let limits = option.limits(on: platform) else {
                #expect(path == "geolocation.desiredAccuracy")
                continue
            }
            #expect(limits.applied(to: number) == nil || limits.applied(to: number) == number)
        }
    }

    @Test(
        "The options of one platform are the documented ones",
        arguments: [(Platform.ios, iosOnly), (Platform.android, androidOnly)]
    )
    func platforms(platform: Platform, expected: [String]) {
        let paths = ConfigOption.all.filter { $0.platforms == [platform] }.map(\.path)
        #expect(paths.sorted() == expected.sorted())
    }

    static let iosOnly = [
        "activity.stopDetectionDelay", "app.preventSuspend", "geolocation.activityType",
        "geolocation.pausesLocationUpdatesAutomatically", "geolocation.showsBackgroundLocationIndicator",
        "geolocation.locationAuthorizationAlert.titleWhenNotEnabled",
        "geolocation.locationAuthorizationAlert.titleWhenOff", "geolocation.locationAuthorizationAlert.instructions",
        "geolocation.locationAuthorizationAlert.cancelButton", "geolocation.locationAuthorizationAlert.settingsButton",
    ]

    static let androidOnly = [
        "activity.activityRecognitionInterval", "activity.motionTriggerDelay", "app.enableHeadless",
        "app.scheduleUseAlarmManager",
        "geolocation.locationUpdateInterval", "geolocation.fastestLocationUpdateInterval", "geolocation.deferTime",
        "geolocation.allowIdenticalLocations", "geolocation.geofenceModeHighAccuracy",
        "persistence.disableProviderChangeRecord", "app.notification.title", "app.notification.text",
        "app.notification.color", "app.notification.smallIcon", "app.notification.largeIcon",
        "app.notification.priority", "app.notification.sticky", "app.notification.layout", "app.notification.strings",
        "app.notification.actions", "app.notification.channelName", "app.notification.channelId",
        "app.backgroundPermissionRationale.title", "app.backgroundPermissionRationale.message",
        "app.backgroundPermissionRationale.positiveAction", "app.backgroundPermissionRationale.negativeAction",
    ]

    /// The paths of all stored properties, found by reflection; a group is a type that is named as one.
    private static func paths(of value: Any, at path: String = "") -> [String] {
        let mirror = Mirror(reflecting: value)
        let type = "\(mirror.subjectType)"
        let holdsOptions =
            type.hasSuffix("Config") || ["PermissionRationale", "LocationAuthorizationAlert"].contains(type)
        guard holdsOptions else { return [path] }
        return mirror.children.flatMap { child -> [String] in
            guard let label = child.label, !(path.isEmpty && label == "platform") else { return [] }
            return paths(of: child.value, at: path.isEmpty ? label : "\(path).\(label)")
        }
    }
}

extension String {
    /// The text as a JSON value.
    fileprivate var value: ConfigValue { (try? ConfigValue(document: self)) ?? .null }
}

extension ConfigValue {
    /// Without the objects of options in which nothing is set.
    fileprivate var withoutEmptyGroups: ConfigValue {
        guard case .object(var groups) = self else { return self }
        for (group, value) in groups {
            guard case .object(let members) = value else { continue }
            let names = ["locationAuthorizationAlert", "backgroundPermissionRationale"]
            groups[group] = .object(members.filter { !names.contains($0.key) || $0.value != .object([:]) })
        }
        return .object(groups)
    }
}
