import PhoneOS
import Testing
import VisitModel

@testable import PhoneSimulator

@Suite("A phone that saves power")
struct PowerSavingSceneTests {
    /// The changes of power saving that the app received, in minutes.
    private func changes(_ scene: PhoneScene) -> [(minute: Double, isSaving: Bool)] {
        var last = false
        return scene.received.all.compactMap { time, signal in
            guard case .powerChanged(let power) = signal, power.isPowerSaving != last else { return nil }
            last = power.isPowerSaving
            return (PhoneScene.start.seconds(to: time) / 60, last)
        }
    }

    @Test("begins where the battery is as low as the profile says, and not at all where it says nothing")
    func threshold() throws {
        for platform in Platform.allCases {
            for level in [0, 0.2] {
                let scene = try PhoneScene(platform) {
                    $0.batteryDrainPerHour = 0.4
                    $0.powerSavingBelow = level
                }
                scene.run(to: 119)
                #expect(changes(scene).isEmpty)
                scene.run(to: 180)
                #expect(changes(scene).map(\.isSaving) == (level == 0 ? [] : [true]))
                #expect(changes(scene).allSatisfy { abs($0.minute - 120) < 0.01 })
            }
        }
    }

    @Test("ends with the charger on Android and at 80 % on iOS")
    func charging() throws {
        for platform in Platform.allCases {
            let scene = try PhoneScene(platform) { $0.powerSavingBelow = 0.2 }
            scene.act { $0.changePower { $0.batteryLevel = 0.3 } }
            scene.run(to: 1)
            scene.act { $0.changePower { $0.batteryLevel = 0.2 } }
            scene.run(to: 2)
            scene.act { $0.changePower { $0.isCharging = true } }
            scene.run(to: 160)
            let emitted = changes(scene)
            #expect(emitted.map(\.isSaving) == [true, false])
            // From 20 % to 80 % in 72 minutes, at half a battery an hour.
            #expect(abs((emitted.last?.minute ?? 0) - (platform == .android ? 2 : 74)) < 0.1, "\(emitted)")
        }
    }

    @Test("is not overridden if the member switches it manually", arguments: Platform.allCases)
    func byHand(platform: Platform) throws {
        let scene = try PhoneScene(platform) { $0.powerSavingBelow = 0.2 }
        scene.act { $0.changePower { $0.batteryLevel = 0.15 } }
        scene.act { $0.changePower { $0.isPowerSaving = false } }
        scene.run(to: 60)
        #expect(!scene.simulator.system.powerState.isPowerSaving)
        scene.act { $0.changePower { $0.isPowerSaving = true } }
        scene.act { $0.changePower { $0.isCharging = true } }
        scene.run(to: 180)
        #expect(scene.simulator.system.powerState.isPowerSaving)
    }

    @Test("gives an Android app in the background no fixes, unless it has a foreground service")
    func androidReadings() throws {
        for (isSaving, hasService) in [(false, false), (true, false), (true, true)] {
            let scene = try PhoneScene(.android) { $0.backgroundThrottleSeconds = 60 }
            scene.act { $0.changePower { $0.isPowerSaving = isSaving } }
            scene.simulator.system.startLocationUpdates(LocationRequest(interval: .seconds(60)))
            if hasService {
                scene.simulator.system.startForegroundService(
                    ServiceNotification(title: nil, text: "At work", channel: "c")
                )
            }
            scene.run(to: 10)
            let before = scene.fixes.count
            #expect(before >= 9, "in front")
            scene.act { $0.leaveApp() }
            scene.run(to: 30)
            #expect((scene.fixes.count > before + 15) == (!isSaving || hasService), "\(scene.fixes.count - before)")
        }
    }

    @Test("has no moments to fetch on iOS")
    func iosFetches() throws {
        for isSaving in [false, true] {
            let scene = try PhoneScene(.ios)
            scene.act {
                $0.app.manifest.backgroundModes.insert("fetch")
                $0.changePower { $0.isPowerSaving = isSaving }
                $0.leaveApp()
            }
            scene.run(to: 50)
            let fetches = scene.received.all.filter { $0.signal == .backgroundFetch }.count
            #expect(fetches == (isSaving ? 0 : 3))
        }
    }
}
