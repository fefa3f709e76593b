import RadarEngine
import TrackingModel
import Testing
import RadarEngine
import VisitModel

/// Options, and the one warning that they must get and that their mended form must not.
struct WarningCase: CustomTestStringConvertible, Sendable {
    let name: String
    let code: ConfigurationWarning.Code
    let option: String
    let platform: Platform
    let wrong: @Sendable (inout RadarTrackingOptions) -> Void
    let mended: @Sendable (inout RadarTrackingOptions) -> Void
    var hasBackgroundMode: Bool?

    var testDescription: String { name }

    static func foreign(
        _ option: String,
        on platform: Platform,
        _ wrong: @escaping @Sendable (inout RadarTrackingOptions) -> Void
    ) -> WarningCase {
        WarningCase(
            name: "\(option) does nothing on \(platform)",
            code: .ignoredByPlatform,
            option: option,
            platform: platform,
            wrong: wrong,
            mended: { _ in }
        )
    }

    static let foreign: [WarningCase] = [
        .foreign("showBlueBar", on: .android) { $0.showBlueBar = true },
        .foreign("useVisits", on: .android) { $0.useVisits = true },
        .foreign("useSignificantLocationChanges", on: .android) { $0.useSignificantLocationChanges = true },
        .foreign("fastestStoppedUpdateInterval", on: .ios) { $0.fastestStoppedUpdateInterval = 1 },
        .foreign("fastestMovingUpdateInterval", on: .ios) { $0.fastestMovingUpdateInterval = 1 },
        .foreign("desiredAccuracy", on: .ios) { $0.desiredAccuracy = .none },
        .foreign("syncGeofences", on: .ios) { $0.syncGeofences = .campaignOnly },
        .foreign("syncGeofencesLimit", on: .ios) { $0.syncGeofencesLimit = 5 },
        .foreign("foregroundServiceEnabled", on: .ios) { $0.foregroundServiceEnabled = true },
        .foreign("foregroundService", on: .ios) { $0.foregroundService = RadarForegroundServiceOptions() },
    ]

    static let rules: [WarningCase] = [
        WarningCase(
            name: "a fastest interval above the desired one while moving",
            code: .fastestAboveDesired,
            option: "fastestMovingUpdateInterval",
            platform: .android,
            wrong: { $0.fastestMovingUpdateInterval = 151 },
            mended: { $0.fastestMovingUpdateInterval = 150 }
        ),
        WarningCase(
            name: "a fastest interval above the desired one while stopped",
            code: .fastestAboveDesired,
            option: "fastestStoppedUpdateInterval",
            platform: .android,
            wrong: { $0.fastestStoppedUpdateInterval = 1 },
            mended: { $0.desiredStoppedUpdateInterval = 1 }
        ),
        WarningCase(
            name: "a stop distance without a duration",
            code: .incompleteStopRule,
            option: "stopDuration",
            platform: .ios,
            wrong: { $0.stopDuration = 0 },
            mended: { $0.stopDuration = 1 }
        ),
        WarningCase(
            name: "a stop duration without a distance",
            code: .incompleteStopRule,
            option: "stopDistance",
            platform: .android,
            wrong: { $0.stopDistance = 0 },
            mended: { $0.stopDistance = 1 }
        ),
        WarningCase(
            name: "no stop detection on iOS without visits",
            code: .noStopDetection,
            option: "stopDistance",
            platform: .ios,
            wrong: { ($0.stopDistance, $0.stopDuration, $0.useVisits) = (0, 0, false) },
            mended: { ($0.stopDistance, $0.stopDuration) = (0, 0) }
        ),
        WarningCase(
            name: "no stop detection on Android without a region to dwell in",
            code: .noStopDetection,
            option: "stopDistance",
            platform: .android,
            wrong: {
                ($0.stopDistance, $0.stopDuration, $0.useMovingGeofence, $0.syncGeofences) = (0, 0, false, false)
            },
            mended: { ($0.stopDistance, $0.stopDuration, $0.syncGeofences) = (0, 0, false) }
        ),
        WarningCase(
            name: "nothing wakes a stopped device",
            code: .nothingWakes,
            option: "desiredStoppedUpdateInterval",
            platform: .android,
            wrong: { ($0.useStoppedGeofence, $0.syncGeofences) = (false, false) },
            mended: { $0.syncGeofences = false }
        ),
        WarningCase(
            name: "nothing wakes a moving device",
            code: .nothingWakes,
            option: "desiredMovingUpdateInterval",
            platform: .ios,
            wrong: {
                $0 = RadarTrackingOptions(platform: .ios)
            },
            mended: { $0.desiredMovingUpdateInterval = 0 }
        ),
        WarningCase(
            name: "tracking that ends before it begins",
            code: .emptyPeriod,
            option: "stopTrackingAfter",
            platform: .ios,
            wrong: { ($0.startTrackingAfter, $0.stopTrackingAfter) = (RadarGround.time(5), RadarGround.time(5)) },
            mended: { ($0.startTrackingAfter, $0.stopTrackingAfter) = (RadarGround.time(5), RadarGround.time(6)) }
        ),
        WarningCase(
            name: "nothing is uploaded",
            code: .nothingUploaded,
            option: "sync",
            platform: .android,
            wrong: { $0.sync = .none },
            mended: { $0.sync = .stopsAndExits }
        ),
        WarningCase(
            name: "events without a list of geofences",
            code: .withoutEffect,
            option: "syncLocations",
            platform: .ios,
            wrong: { ($0.sync, $0.syncGeofences) = (.events, false) },
            mended: { $0.syncGeofences = true }
        ),
    ]

    static let fences: [WarningCase] = [
        WarningCase(
            name: "a stopped bubble without a radius",
            code: .bubbleWithoutRadius,
            option: "stoppedGeofenceRadius",
            platform: .ios,
            wrong: { $0.stoppedGeofenceRadius = 0 },
            mended: { $0.stoppedGeofenceRadius = 100 }
        ),
        WarningCase(
            name: "a moving bubble without a radius",
            code: .bubbleWithoutRadius,
            option: "movingGeofenceRadius",
            platform: .android,
            wrong: { $0.movingGeofenceRadius = 0 },
            mended: { $0.movingGeofenceRadius = 100 }
        ),
        WarningCase(
            name: "a radius without a bubble",
            code: .withoutEffect,
            option: "movingGeofenceRadius",
            platform: .ios,
            wrong: { $0.useMovingGeofence = false },
            mended: { ($0.useMovingGeofence, $0.movingGeofenceRadius) = (false, 0) }
        ),
        WarningCase(
            name: "a bubble below 100 m",
            code: .smallBubble,
            option: "stoppedGeofenceRadius",
            platform: .android,
            wrong: { $0.stoppedGeofenceRadius = 99 },
            mended: { $0.stoppedGeofenceRadius = 200 }
        ),
        WarningCase(
            name: "the continuous preset of Android syncs fences with a limit of 0",
            code: .noFenceLimit,
            option: "syncGeofencesLimit",
            platform: .android,
            wrong: { $0 = .presetContinuous(on: .android) },
            mended: { $0.syncGeofencesLimit = 10 }
        ),
        WarningCase(
            name: "a limit of fences that are not synced",
            code: .withoutEffect,
            option: "syncGeofencesLimit",
            platform: .android,
            wrong: { $0.syncGeofences = false },
            mended: { ($0.syncGeofences, $0.syncGeofencesLimit) = (false, 0) }
        ),
        WarningCase(
            name: "beacons are not looked for on iOS",
            code: .ignored,
            option: "beacons",
            platform: .ios,
            wrong: { $0.beacons = true },
            mended: { $0.beacons = false }
        ),
        WarningCase(
            name: "beacons are not looked for on Android",
            code: .ignored,
            option: "beacons",
            platform: .android,
            wrong: { $0.beacons = true },
            mended: { $0.beacons = false }
        ),
    ]

    static let system: [WarningCase] = [
        WarningCase(
            name: "iOS's responsive preset without the background mode",
            code: .missingBackgroundMode,
            option: "desiredMovingUpdateInterval",
            platform: .ios,
            wrong: { _ in },
            mended: { $0 = .presetEfficient },
            hasBackgroundMode: false
        ),
        WarningCase(
            name: "short intervals on Android without a foreground service",
            code: .missingForegroundService,
            option: "foregroundServiceEnabled",
            platform: .android,
            wrong: { $0.desiredMovingUpdateInterval = 899 },
            mended: { $0.desiredMovingUpdateInterval = 900 }
        ),
        WarningCase(
            name: "the foreground service takes the limits away",
            code: .missingForegroundService,
            option: "foregroundServiceEnabled",
            platform: .android,
            wrong: { _ in },
            mended: { $0.foregroundServiceEnabled = true }
        ),
        WarningCase(
            name: "Android's responsive preset may pass the vitals thresholds, the efficient one does not",
            code: .vitalsThresholds,
            option: "desiredMovingUpdateInterval",
            platform: .android,
            wrong: { _ in },
            mended: { $0 = .presetEfficient(on: .android) }
        ),
        WarningCase(
            name: "updates by the clock may be late on iOS",
            code: .delayedUpdates,
            option: "desiredMovingUpdateInterval",
            platform: .ios,
            wrong: { _ in },
            mended: { $0.desiredMovingUpdateInterval = 0 }
        ),
        WarningCase(
            name: "updates by the clock may be late on Android, not with a foreground service",
            code: .delayedUpdates,
            option: "desiredMovingUpdateInterval",
            platform: .android,
            wrong: { _ in },
            mended: { $0 = .presetContinuous(on: .android) }
        ),
        WarningCase(
            name: "the old way to a foreground service",
            code: .deprecated,
            option: "foregroundService",
            platform: .android,
            wrong: { $0.foregroundService = RadarForegroundServiceOptions() },
            mended: { $0.foregroundServiceEnabled = true }
        ),
        WarningCase(
            name: "the old way to an icon",
            code: .deprecated,
            option: "icon",
            platform: .android,
            wrong: { $0.foregroundService = RadarForegroundServiceOptions(icon: 2_131_558_400) },
            mended: { $0.foregroundService = RadarForegroundServiceOptions(iconString: "ic_walk") }
        ),
    ]
}

@Suite("Warnings about Radar's options")
struct RadarWarningTests {
    @Test(
        "the option is warned about, and its mended form is not",
        arguments: WarningCase.foreign + WarningCase.rules + WarningCase.fences + WarningCase.system
    )
    func warns(_ example: WarningCase) {
        for (change, isExpected) in [(example.wrong, true), (example.mended, false)] {
            var options = RadarTrackingOptions.presetResponsive(on: example.platform)
            change(&options)
            let found = options.warnings(hasLocationBackgroundMode: example.hasBackgroundMode).filter {
                $0.code == example.code && $0.option == example.option
            }
            #expect(found.count == (isExpected ? 1 : 0))
            for warning in found {
                #expect(warning.message.count > 20)
                #expect(!warning.message.hasSuffix("."))
            }
        }
    }

    @Test("the presets get the warnings that the reference gives them, and no others")
    func presets() {
        func codes(_ options: RadarTrackingOptions) -> [ConfigurationWarning.Code] {
            options.warnings(hasLocationBackgroundMode: true).map(\.code)
        }
        #expect(codes(.presetEfficient) == [])
        #expect(codes(.presetResponsive) == [.delayedUpdates])
        #expect(codes(.presetContinuous) == [.delayedUpdates])
        #expect(codes(.presetEfficient(on: .android)) == [.delayedUpdates])
        #expect(
            codes(.presetResponsive(on: .android)) == [.missingForegroundService, .vitalsThresholds, .delayedUpdates]
        )
        #expect(codes(.presetContinuous(on: .android)) == [.noFenceLimit])
    }
}
