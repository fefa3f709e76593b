import PhoneOS
import Testing

@Suite("What a phone's system refuses")
struct PhoneErrorTests {
    @Test(
        "the numbers are those of Core Location and of Google Play services",
        arguments: [
            (.locationDenied, 1), (.regionMonitoringDenied, 4), (.regionMonitoringFailure, 5),
            (.regionMonitoringSetupDelayed, 6), (.geofenceNotAvailable, 1000), (.tooManyGeofences, 1001),
            (.tooManyPendingIntents, 1002), (.insufficientLocationPermission, 1004), (.requestTooFrequent, 1005),
            (.invalidRequest, nil), (.playServicesUnavailable, nil), (.manifestIncomplete, nil),
        ] as [(PhoneError.Code, Int?)]
    )
    func numbers(_ code: PhoneError.Code, number: Int?) {
        #expect(code.number == number)
    }

    @Test("an error reads as its message and the system's number")
    func description() {
        #expect("\(PhoneError(.tooManyGeofences, "register fewer"))" == "register fewer (1001)")
        #expect("\(PhoneError(.invalidRequest, "give it a radius"))" == "give it a radius")
    }
}
