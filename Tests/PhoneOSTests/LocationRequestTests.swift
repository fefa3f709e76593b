import PhoneOS
import Testing

@Suite("The parameters of an app's request for fixes")
struct LocationRequestTests {
    @Test("is nothing but interval, distance and accuracy unless it says so")
    func defaults() {
        let request = LocationRequest(interval: .seconds(10))
        #expect(request.fastestInterval == nil)
        #expect(request.deferral == .zero)
        #expect(!request.pausesAutomatically)
        #expect(!request.showsIndicator)
    }

    @Test("has no time or distance below zero, and no fastest interval above the interval")
    func ranges() {
        let request = LocationRequest(
            interval: .seconds(-1),
            distanceFilterMeters: -5,
            fastestInterval: .seconds(5),
            deferral: .seconds(-2)
        )
        #expect(request == LocationRequest(interval: .zero, fastestInterval: .zero))
        #expect(LocationRequest(interval: .seconds(9), fastestInterval: .seconds(10)).fastestInterval == .seconds(9))
        #expect(LocationRequest(interval: .seconds(9), fastestInterval: .seconds(-1)).fastestInterval == .zero)
    }
}
