import RadarEngine
import TrackingModel
import Testing
import RadarEngine
import VisitModel

@Suite("The texts of warnings about Radar's options")
struct RadarWarningTextTests {
    @Test(
        "a warning names every cause and number that the reference names",
        arguments: [
            (
                RadarTrackingOptions.presetResponsive, ConfigurationWarning.Code.delayedUpdates,
                ["Low Power Mode", "without a connection", "low battery", "Wi-Fi off"]
            ),
            (
                .presetResponsive(on: .android), .delayedUpdates,
                [
                    "Doze", "App Standby", "Background Location Limits", "without a connection", "low battery",
                    "Wi-Fi off", "a foreground service avoids the first three",
                ]
            ),
            (.presetResponsive, .missingBackgroundMode, ["background mode `location`", "`UIBackgroundModes`"]),
            (
                RadarGround.options(on: .ios) { $0.sync = .none }, .nothingUploaded,
                ["unless the app requests it", "`trackOnce`", "Radar's own SDKs"]
            ),
            (
                RadarGround.options(on: .ios) { $0.beacons = true }, .ignored,
                ["stored and sent to the server", "beacons are not scanned"]
            ),
            (.presetResponsive(on: .android), .vitalsThresholds, ["excessive wakeups", "Wi-Fi scans"]),
            (
                RadarGround.options(on: .ios) { $0.stoppedGeofenceRadius = 50 }, .smallBubble,
                ["100 m exits fast", "200 m avoids false exits"]
            ),
            (
                RadarGround.options(on: .android) { $0.foregroundService = RadarForegroundServiceOptions() },
                .deprecated, ["since Android SDK 3.4.1", "`setForegroundServiceOptions`"]
            ),
            (
                RadarGround.options(on: .android) { $0.foregroundService = RadarForegroundServiceOptions(icon: 7) },
                .deprecated, ["since Android SDK 3.8.14", "`iconString`"]
            ),
        ]
    )
    func names(options: RadarTrackingOptions, code: ConfigurationWarning.Code, words: [String]) {
        let messages = options.warnings(hasLocationBackgroundMode: false).filter { $0.code == code }.map(\.message)
        #expect(
            messages.contains { message in words.allSatisfy(message.contains) },
            "\(messages)"
        )
    }
}
