import PhoneOS
import PhoneSimulator
import Testing
import VisitModel

@Suite("Delivery of a simulated iPhone's decisions")
struct IOSHandOverTests {
    private func decided() throws -> (IOSTestPhone, RegionDelivery) {
        var phone = IOSTestPhone()
        #expect(try phone.add(iosCircle("gym")) == nil)
        try phone.read(at: 0, east: 1000)
        try phone.stay(from: 10, for: 20, east: 0)
        return (phone, try #require(phone.decided.first))
    }

    @Test(
        "depends on how the app stands when it is due",
        arguments: [
            (IOSConditions(), .now),
            (IOSConditions(isUnlockedSinceBoot: false), .afterUnlock),
            (IOSConditions(authorization: .whenInUse, isAppInUse: true), .now),
            (IOSConditions(authorization: .whenInUse), .never),
            (IOSConditions(authorization: .denied), .never),
            (IOSConditions(areLocationServicesOn: false), .never),
            (IOSConditions(precision: .reduced), .never),
        ] as [(IOSConditions, IOSDeliveryOutcome)]
    )
    func conditions(conditions: IOSConditions, expected: IOSDeliveryOutcome) throws {
        let (phone, delivery) = try decided()
        #expect(phone.regions.outcome(of: delivery, conditions: conditions) == expected)
    }

    @Test("does not happen for a region that was removed or replaced since")
    func goneRegion() throws {
        var (phone, delivery) = try decided()
        #expect(try phone.add(iosCircle("gym"), at: 40) == nil)
        #expect(phone.regions.outcome(of: delivery, conditions: IOSConditions()) == .never)
        try phone.stay(from: 41, for: 30, east: 1000)
        try phone.stay(from: 80, for: 30, east: 0)
        delivery = try #require(phone.decided.last)
        #expect(phone.regions.outcome(of: delivery, conditions: IOSConditions()) == .now)
        phone.regions.remove(try RegionID("gym"), at: iosTime(120))
        #expect(phone.regions.outcome(of: delivery, conditions: IOSConditions()) == .never)
    }
}
