import MobileSDKCore
import PhoneOS
import PhoneSimulator
import Testing
import VisitModel

@testable import MobileSDK

@Suite("Obstacles that keep a phone from sending fixes")
struct MonitoringTroubleTests {
    private func trouble(
        _ platform: Platform,
        version: Int = 17,
        granted: Set<Permission>,
        precision: LocationPrecision = .full,
        isLocationOn: Bool = true,
        isWatching: Bool = true
    ) -> PhoneError? {
        let situation = PermissionSituation(
            platform: platform,
            version: OSVersion(version),
            statuses: Dictionary(uniqueKeysWithValues: granted.map { ($0, PermissionStatus.granted) }),
            promptable: []
        )
        return MonitoringObstacle(
            situation,
            precision: precision,
            isLocationOn: isLocationOn,
            isWatching: isWatching
        )?.error
    }

    @Test("is named with the system's code, what has to be put right first before the rest")
    func codes() {
        let both: Set<Permission> = [.fineLocation, .backgroundLocation]
        #expect(trouble(.ios, granted: both) == nil)
        #expect(trouble(.android, granted: both) == nil)
        #expect(trouble(.ios, granted: both, isLocationOn: false)?.code == .locationDenied)
        #expect(trouble(.android, granted: both, isLocationOn: false) == nil)
        let unwatched = trouble(.android, granted: both, isLocationOn: false, isWatching: false)
        #expect(unwatched?.code == .geofenceNotAvailable)
        #expect(trouble(.ios, granted: [])?.code == .locationDenied)
        #expect(trouble(.android, granted: [])?.code == .insufficientLocationPermission)
        #expect(trouble(.ios, granted: [.fineLocation])?.code == .regionMonitoringDenied)
        #expect(trouble(.android, granted: [.fineLocation])?.code == .insufficientLocationPermission)
        // Android 9 has no background location of its own.
        #expect(trouble(.android, version: 9, granted: [.fineLocation]) == nil)
        #expect(trouble(.ios, granted: both, precision: .reduced)?.code == .regionMonitoringDenied)
        #expect(trouble(.android, granted: both, precision: .reduced)?.code == .insufficientLocationPermission)
    }

    @Test("says what to do", arguments: Platform.allCases)
    func messages(platform: Platform) {
        for granted in [[], [.fineLocation], [.fineLocation, .backgroundLocation]] as [Set<Permission>] {
            #expect(trouble(platform, granted: granted, precision: .reduced)?.message.contains("settings") == true)
        }
    }

    @Test(
        "Play services that are missing are to be installed, outdated ones updated",
        arguments: [
            (PlayServices.available, nil), (.missing, "install them"), (.outdated, "update them"),
        ] as [(PlayServices, String?)]
    )
    func playServices(services: PlayServices, advice: String?) throws {
        let start = Timestamp(milliseconds: 1_710_741_600_000)
        var phone = try SimulatedPhone(
            PhoneProfile(platform: .android),
            movement: Movement(restingAt: try Coordinate(latitude: 45, longitude: -93), since: start),
            start: start,
            seed: 1
        )
        for permission in Permission.allCases { phone.setPermission(permission, .granted) }
        phone.setPlayServices(services)
        let found = MonitoringObstacle.blockingStart(PhoneSimulator(phone).system)
        #expect(found?.code == (advice == nil ? nil : .unavailable))
        #expect(found?.error.code == (advice == nil ? nil : .playServicesUnavailable))
        if let advice { #expect(found?.error.message.contains(advice) == true) }
    }
}
