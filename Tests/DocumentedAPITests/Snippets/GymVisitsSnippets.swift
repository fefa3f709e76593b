import Dispatch
import DocumentedAPI
import PhoneSimulator
import Testing

extension DocumentSnippets {
    @Suite("Gym Visits")
    struct GymVisitsSnippets {
        @Test("line 45: the three permissions are requested, one after the other", arguments: Platform.allCases)
        func line45(platform: Platform) async throws {
            let scene = try DocumentScene.gymVisits(platform, grants: [])
            if try await AFPermissions.shared.getPermissionStatus(permission: .fineLocation) != .granted {
                try await AFPermissions.shared.requestPermission(permission: .fineLocation)
            }
            if try await AFPermissions.shared.getPermissionStatus(permission: .backgroundLocation) != .granted {
                try await AFPermissions.shared.requestPermission(permission: .backgroundLocation)
            }
            if try await AFPermissions.shared.getPermissionStatus(permission: .notifications) != .granted {
                try await AFPermissions.shared.requestPermission(permission: .notifications)
            }
            for permission in [Permission.fineLocation, .backgroundLocation, .notifications] {
                #expect(scene.simulator.system.status(of: permission) == .granted)
            }
        }

        @Test("line 57: a refused permission is not requested again, and Settings open when the app says so")
        func line57() async throws {
            let scene = try DocumentScene.gymVisits(grants: [])
            scene.act { $0.setAnswer(to: .fineLocation, allow: false) }
            for _ in 0..<2 {
                #expect(try await AFPermissions.shared.requestPermission(permission: .fineLocation) == .denied)
            }
            var opened = 0
            func count(to minute: Double) {
                scene.simulator.run(until: DocumentScene.minute(minute)) { occurrence in
                    opened += occurrence.notes.count { $0 == .changed("settings", "opened") }
                }
            }
            count(to: 1)
            #expect(opened == 0)
            try await AFPermissions.shared.openAppSettings()
            count(to: 2)
            #expect(opened == 1)
        }

        @Test("line 70: the member's places are monitored", arguments: Platform.allCases)
        func line70(platform: Platform) async throws {
            let scene = try DocumentScene.gymVisits(platform)
            let lines = scene.lines
            do {
                try await AFCore.shared.facilities().startMonitoring()
                lines.add("Geofence monitoring started")
            } catch {
                lines.add("Failed to start monitoring: \(error)")
            }
            scene.run(to: 1)
            #expect(lines.all == ["Geofence monitoring started"])
            #expect(Set(scene.watched).isSuperset(of: ["gym", "other"]))
        }

        @Test("line 70: a missing permission is an error that says so")
        func line70Fails() async throws {
            let scene = try DocumentScene.gymVisits(grants: [])
            let lines = scene.lines
            do {
                try await AFCore.shared.facilities().startMonitoring()
                lines.add("Geofence monitoring started")
            } catch {
                lines.add("Failed to start monitoring: \(error)")
            }
            #expect(lines.all.count == 1 && lines.all.allSatisfy { $0.hasPrefix("Failed to start monitoring: ") })
            #expect(try await AFCore.shared.facilities().isMonitoringActive() == false)
        }

        /// The screen of lines 112 to 131; as a screen is, it belongs to the main thread.
        @MainActor
        private final class Screen {
            private(set) var notifications: [String] = []
            private var geofenceSubscription: FlowSubscription?

            func startListening() {
                geofenceSubscription = AFCore.shared.facilities().subscribeToEvents(
                    onEvent: { event in
                        DispatchQueue.main.async {
                            self.postLocalNotification(
                                title: "Visits",
                                body: String(describing: event)
                            )
                        }
                    },
                    onError: { error in
                        print("Geofence error: \(error)")
                    }
                )
            }

            func stopListening() {
                geofenceSubscription?.close()
                geofenceSubscription = nil
            }

            private func postLocalNotification(title: String, body: String) { notifications.append(body) }
        }

        @Test("line 112: a screen shows each event of a visit until it stops listening")
        @MainActor
        func line112() async throws {
            let scene = try DocumentScene.gymVisits()
            let screen = Screen()
            screen.startListening()
            try await AFCore.shared.facilities().startMonitoring()
            scene.run(to: 1)
            scene.act { $0.leaveApp() }
            scene.run(to: 170)
            await mainQueueIsEmpty()
            for event in ["registered(", "entered(geofenceId: \"gym\"", "dwell(geofenceId: \"gym\"", "exited("] {
                #expect(screen.notifications.contains { $0.hasPrefix(event) }, "\(event)")
            }
            let count = screen.notifications.count
            screen.stopListening()
            try await AFCore.shared.facilities().stopMonitoring()
            await mainQueueIsEmpty()
            #expect(screen.notifications.count == count)
        }

        private func mainQueueIsEmpty() async {
            await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
        }

        @Test("lines 80 to 88: an event has the document's fields")
        func line80() async throws {
            let scene = try DocumentScene.gymVisits()
            let lines = scene.lines
            let subscription = AFCore.shared.facilities().subscribeToEvents(
                onEvent: { event in
                    guard let id = event.geofenceId, let location = event.location else { return }
                    let isNear = abs(location.latitude - 45) < 0.01 && abs(location.longitude + 93) < 0.1
                    lines.add(
                        "\(id) \(isNear) \((location.accuracy ?? 0) > 0) \(location.timestamp > DocumentScene.start)"
                    )
                },
                onError: { error in lines.add("\(error)") }
            )
            try await AFCore.shared.facilities().startMonitoring()
            scene.run(to: 1)
            scene.act { $0.leaveApp() }
            scene.run(to: 170)
            #expect(Set(lines.all) == ["gym true true true"])
            #expect(try await AFCore.shared.facilities().get().map(\.facilityId) == ["gym", "other"])
            #expect(try AFCore.shared.activities().get(month: 3, year: 2024).map(\.facility.text) == ["gym"])
            subscription.close()
        }

        @Test("line 137: nothing is monitored any more", arguments: Platform.allCases)
        func line137(platform: Platform) async throws {
            let scene = try DocumentScene.gymVisits(platform)
            try await AFCore.shared.facilities().startMonitoring()
            scene.run(to: 1)
            #expect(!scene.watched.isEmpty)
            try await AFCore.shared.facilities().stopMonitoring()
            scene.run(to: 2)
            #expect(scene.watched.isEmpty)
            #expect(try await AFCore.shared.facilities().isMonitoringActive() == false)
        }

        @Test("line 179: the calls of the quick reference, in its order")
        func line179() async throws {
            let scene = try DocumentScene.gymVisits(grants: [])
            let lines = scene.lines
            #expect(try await AFPermissions.shared.getPermissionStatus(permission: .fineLocation) == .denied)
            try await AFPermissions.shared.requestPermission(permission: .fineLocation)
            try await AFPermissions.shared.requestPermission(permission: .backgroundLocation)
            try await AFPermissions.shared.requestPermission(permission: .notifications)
            try await AFCore.shared.facilities().startMonitoring()
            scene.run(to: 1)
            try await AFCore.shared.facilities().stopMonitoring()
            #expect(try await AFCore.shared.facilities().isMonitoringActive() == false)
            let subscribe = AFCore.shared.facilities().subscribeToEvents(onEvent:onError:)
            let subscription = subscribe({ event in lines.add("\(event)") }, { error in lines.add("\(error)") })
            try await AFCore.shared.facilities().startMonitoring()
            scene.run(to: 2)
            #expect(lines.all.contains { $0.hasPrefix("registered(") }, "\(lines.all)")
            subscription.close()
        }
    }
}
