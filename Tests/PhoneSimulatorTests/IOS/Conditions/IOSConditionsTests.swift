import PhoneOS
import PhoneSimulator
import Testing
import VisitModel

@Suite("Conditions under which a simulated iPhone reports regions")
struct IOSConditionsTests {
    /// Conditions under which nothing is reported.
    static let silences: [IOSConditions] = [
        IOSConditions(areLocationServicesOn: false),
        IOSConditions(authorization: .notDetermined),
        IOSConditions(authorization: .restricted),
        IOSConditions(authorization: .denied),
        IOSConditions(authorization: .whenInUse),
        IOSConditions(precision: .reduced),
        IOSConditions(precision: .reduced, isAppInUse: true),
        IOSConditions(isRegionMonitoringAvailable: false),
        IOSConditions(isUnlockedSinceBoot: false),
    ]

    @Test("nothing is reported without them, and the crossing with the first fixes after", arguments: silences)
    func silence(conditions: IOSConditions) throws {
        var phone = IOSTestPhone()
        #expect(try phone.add(iosCircle("gym")) == nil)
        try phone.read(at: 0, east: 1000)
        phone.conditions = conditions
        #expect(try phone.stay(from: 100, for: 600, east: 0) == [])
        #expect(phone.regions.nextWake == nil)
        #expect(phone.wake(at: 800) == [])
        #expect(phone.regions.monitored.count == 1)
        phone.conditions = IOSConditions()
        #expect(try phone.stay(from: 900, for: 19, east: 0) == [])
        #expect(try phone.read(at: 920, east: 0) == ["enter gym"])
    }

    @Test("a stay that began and ended in such a time is not reported")
    func missedStay() throws {
        var phone = IOSTestPhone()
        #expect(try phone.add(iosCircle("gym")) == nil)
        try phone.read(at: 0, east: 1000)
        phone.conditions.areLocationServicesOn = false
        try phone.stay(from: 100, for: 600, east: 0)
        phone.conditions.areLocationServicesOn = true
        #expect(try phone.stay(from: 900, for: 600, east: 1000) == [])
    }

    @Test("with When In Use crossings are reported while in use")
    func whenInUse() throws {
        var phone = IOSTestPhone()
        phone.conditions = IOSConditions(authorization: .whenInUse, isAppInUse: true)
        #expect(try phone.add(iosCircle("gym")) == nil)
        try phone.read(at: 0, east: 1000)
        #expect(try phone.stay(from: 100, for: 20, east: 0) == ["enter gym"])
    }

    @Test("no hold outlasts a time in which monitoring is not allowed")
    func holdEnds() throws {
        var phone = IOSTestPhone()
        #expect(try phone.add(iosCircle("gym")) == nil)
        try phone.read(at: 0, east: 1000)
        try phone.read(at: 100, east: 0)
        phone.conditions.precision = .reduced
        #expect(phone.wake(at: 110) == [])
        phone.conditions.precision = .full
        #expect(phone.wake(at: 120) == [])
        try phone.read(at: 121, east: 0)
        #expect(phone.regions.nextWake == iosTime(141))
    }

    @Test("significant changes and visits come with reduced accuracy too")
    func coarse() {
        #expect(IOSConditions(precision: .reduced).allowsCoarseServices)
        #expect(!IOSConditions(precision: .reduced).allowsRegionMonitoring)
        #expect(!IOSConditions(authorization: .whenInUse).allowsCoarseServices)
        #expect(IOSConditions(authorization: .whenInUse, isAppInUse: true).allowsCoarseServices)
        #expect(!IOSConditions(areLocationServicesOn: false).allowsCoarseServices)
    }

    @Test("the numbers are those of CLAuthorizationStatus")
    func numbers() {
        #expect(IOSAuthorization.allCases.map(\.rawValue) == [0, 1, 2, 3, 4])
        #expect(IOSAuthorization.always.rawValue == 3 && IOSAuthorization.whenInUse.rawValue == 4)
    }
}
