import MobileSDK
import PhoneOS
import Testing
import VisitModel

@Suite("The way to the permissions")
struct PermissionSituationTests {
    private func situation(
        _ platform: Platform,
        _ version: OSVersion,
        granted: Set<Permission> = [],
        restricted: Set<Permission> = [],
        asked: Set<Permission> = [],
        activity: Bool = false
    ) -> PermissionSituation {
        var statuses: [Permission: PermissionStatus] = [:]
        for permission in Permission.allCases {
            let isFree = !permission.needsRequest(on: platform, version: version)
            statuses[permission] =
                granted.contains(permission) || isFree
                ? .granted : restricted.contains(permission) ? .restricted : .denied
        }
        return PermissionSituation(
            platform: platform,
            version: version,
            statuses: statuses,
            promptable: Set(Permission.allCases).subtracting(restricted).subtracting(asked),
            wantsPhysicalActivity: activity
        )
    }

    private func name(_ step: PermissionStep) -> String {
        switch step {
        case .ask(let explanation): "ask \(explanation.permission.rawValue)"
        case .openSettings(let explanation): "settings \(explanation.permission.rawValue)"
        case .done: "done"
        }
    }

    @Test("foreground comes before background before notifications")
    func order() {
        var granted: Set<Permission> = []
        var steps: [String] = []
        while steps.count < 9 {
            let step = situation(.android, OSVersion(14), granted: granted, activity: true).nextStep()
            steps.append(name(step))
            guard case .ask(let explanation) = step else { break }
            granted.insert(explanation.permission)
        }
        #expect(
            steps == [
                "ask fine_location", "ask background_location", "ask notifications", "ask physical_activity", "done",
            ]
        )
    }

    @Test(
        "what a system does not ask for is not asked for",
        arguments: [
            (.android, OSVersion(9), ["fine_location"]),
            (.android, OSVersion(10), ["fine_location", "background_location"]),
            (.android, OSVersion(13), ["fine_location", "background_location", "notifications"]),
            (.ios, OSVersion(17), ["fine_location", "background_location", "notifications"]),
        ] as [(Platform, OSVersion, [String])]
    )
    func asked(platform: Platform, version: OSVersion, expected: [String]) {
        #expect(situation(platform, version).order.map(\.rawValue) == expected)
    }

    @Test("denied on iOS and restricted on both lead to Settings")
    func settings() {
        let ios = situation(.ios, OSVersion(17), asked: [.fineLocation])
        #expect(name(ios.nextStep()) == "settings fine_location")
        let android = situation(.android, OSVersion(14), restricted: [.fineLocation])
        #expect(name(android.nextStep()) == "settings fine_location")
        #expect(name(situation(.android, OSVersion(14)).nextStep()) == "ask fine_location")
    }

    @Test("background location is not asked for before location, even where that was put off")
    func putOff() {
        let step = situation(.ios, OSVersion(17)).nextStep(deferring: [.fineLocation])
        #expect(name(step) == "ask notifications")
    }

    @Test("monitoring is ready with location at any time, whatever notifications are")
    func ready() {
        #expect(situation(.ios, OSVersion(17), granted: [.fineLocation, .backgroundLocation]).isReadyToMonitor)
        #expect(!situation(.ios, OSVersion(17), granted: [.fineLocation]).isReadyToMonitor)
        #expect(situation(.android, OSVersion(9), granted: [.fineLocation]).isReadyToMonitor)
        #expect(!situation(.android, OSVersion(10), granted: [.fineLocation]).isReadyToMonitor)
    }

    @Test("from Android 11 on the words speak of the page that opens")
    func words() {
        let ten = PermissionExplanation.beforePrompt(.backgroundLocation, on: .android, OSVersion(10))
        let eleven = PermissionExplanation.beforePrompt(.backgroundLocation, on: .android, OSVersion(11))
        #expect(!ten.text.contains("page"))
        #expect(eleven.text.contains("page that opens"))
    }
}
