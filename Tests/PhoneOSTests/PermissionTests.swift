import PhoneOS
import Testing
import VisitModel

@Suite("Which permissions a system asks for")
struct PermissionTests {
    @Test(
        "background and activity from Android 10, notifications from 13, everything on iOS",
        arguments: [
            (.android, OSVersion(9), [.fineLocation]),
            (.android, OSVersion(10), [.fineLocation, .backgroundLocation, .physicalActivity]),
            (.android, OSVersion(12, 1), [.fineLocation, .backgroundLocation, .physicalActivity]),
            (.android, OSVersion(13), Permission.allCases),
            (.ios, OSVersion(12), Permission.allCases),
        ] as [(Platform, OSVersion, [Permission])]
    )
    func asked(platform: Platform, version: OSVersion, expected: [Permission]) {
        let asked = Permission.allCases.filter { $0.needsRequest(on: platform, version: version) }
        #expect(Set(asked) == Set(expected))
    }

    @Test("versions are in order")
    func versions() {
        #expect(OSVersion(9) < OSVersion(10))
        #expect(OSVersion(12) < OSVersion(12, 1))
        #expect(OSVersion(0, -1) == OSVersion(1, 0))
        #expect("\(OSVersion(12, 1)) \(OSVersion(13))" == "12.1 13")
    }
}
