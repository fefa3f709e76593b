import PhoneOS
import PhoneSimulator
import Testing
import VisitModel

@Suite("Adding regions on a simulated iPhone")
struct IOSRegistrationTests {
    @Test("takes 20 and refuses the 21st with error 5, the others untouched")
    func limit() throws {
        var phone = IOSTestPhone()
        for number in 1...20 { #expect(try phone.add(iosCircle("r\(number)")) == nil) }
        let before = phone.regions
        let refusal = try #require(try phone.add(iosCircle("r21")))
        #expect(refusal.code == .regionMonitoringFailure)
        #expect(refusal.code.number == 5)
        #expect(refusal.message.contains("r21"))
        #expect(phone.regions == before)
        phone.regions.remove(try RegionID("r7"), at: iosTime(1))
        #expect(try phone.add(iosCircle("r21")) == nil)
        #expect(phone.regions.monitored.count == 20)
        #expect(phone.regions.monitored.last?.text == "r21")
    }

    @Test("leaves only the slots that other code of the app does not hold", arguments: [0, 1, 19, 20, 25])
    func foreignRegions(count: Int) throws {
        var phone = IOSTestPhone(IOSRegionProfile(foreignRegions: count))
        let taken = try (1...30).filter { try phone.add(iosCircle("r\($0)")) == nil }
        #expect(taken.count == max(0, 20 - count))
        #expect(phone.regions.takenSlots == 20)
    }

    @Test("gives other code only free slots, and releases them")
    func foreignRegionsLater() throws {
        var phone = IOSTestPhone()
        for number in 1...15 { #expect(try phone.add(iosCircle("r\(number)")) == nil) }
        #expect(phone.regions.setForeignRegions(9) == 5)
        #expect(try phone.add(iosCircle("r16"))?.code == .regionMonitoringFailure)
        #expect(phone.regions.setForeignRegions(-1) == 0)
        #expect(try phone.add(iosCircle("r16")) == nil)
    }

    @Test("replaces a region of the same name in its slot, even when all are taken")
    func replacement() throws {
        var phone = IOSTestPhone()
        for number in 1...20 { #expect(try phone.add(iosCircle("r\(number)")) == nil) }
        #expect(try phone.add(iosCircle("r3", east: 5000), at: 1) == nil)
        #expect(phone.regions.monitored.map(\.text) == (1...20).map { "r\($0)" })
        // The new place counts: inside the old circle is outside now.
        try phone.read(at: 2, east: 0)
        let state = phone.regions.requestState(of: try RegionID("r3"), at: iosTime(3), conditions: phone.conditions)
        #expect(state.state == .outside)
    }

    @Test("keeps the old region where the new one of the same name is refused")
    func refusedReplacement() throws {
        var phone = IOSTestPhone()
        #expect(try phone.add(iosCircle("gym")) == nil)
        let before = phone.regions
        #expect(try phone.add(iosCircle("gym", radius: 1001))?.code == .regionMonitoringFailure)
        #expect(phone.regions == before)
    }

    @Test("counts beacons too")
    func beacons() throws {
        var phone = IOSTestPhone(IOSRegionProfile(slots: 2))
        let beacon = RegionRequest(id: try RegionID("door"), shape: .beacon(uuid: "74278BDA"))
        #expect(phone.add(beacon) == nil)
        #expect(try phone.add(iosCircle("gym")) == nil)
        #expect(try phone.add(iosCircle("pool"))?.code == .regionMonitoringFailure)
        try phone.stay(from: 1, for: 60, east: 0)
        let answer = phone.regions.requestState(of: beacon.id, at: iosTime(61), conditions: phone.conditions)
        #expect(answer.state == .unknown)
    }

    @Test(
        "takes radii up to the maximum",
        arguments: [
            (1000, nil), (1000.5, .regionMonitoringFailure), (.infinity, .regionMonitoringFailure),
            (0, .invalidRequest), (-5, .invalidRequest), (.nan, .invalidRequest),
        ] as [(Double, PhoneError.Code?)]
    )
    func radius(meters: Double, code: PhoneError.Code?) throws {
        var phone = IOSTestPhone()
        #expect(try phone.add(iosCircle("gym", radius: meters))?.code == code)
        #expect(phone.regions.monitored.isEmpty == (code != nil))
    }

    @Test(
        "is refused with the code of what is missing",
        arguments: [
            (IOSConditions(), nil),
            (IOSConditions(authorization: .whenInUse), nil),
            (IOSConditions(precision: .reduced), nil),
            (IOSConditions(isUnlockedSinceBoot: false), nil),
            (IOSConditions(authorization: .denied), 4),
            (IOSConditions(authorization: .restricted), 4),
            (IOSConditions(authorization: .notDetermined), 4),
            (IOSConditions(areLocationServicesOn: false), 4),
            (IOSConditions(isRegionMonitoringAvailable: false), 5),
            (IOSConditions(authorization: .denied, isRegionMonitoringAvailable: false), 5),
        ] as [(IOSConditions, Int?)]
    )
    func conditions(conditions: IOSConditions, number: Int?) throws {
        var phone = IOSTestPhone()
        phone.conditions = conditions
        #expect(try phone.add(iosCircle("gym"))?.code.number == number)
        #expect(phone.regions.monitored.isEmpty == (number != nil))
    }

    @Test("right after a removal fails only where the profile has that fault, and only for that name")
    func reAdd() throws {
        var phone = IOSTestPhone(IOSRegionProfile(failsReAddWithinSeconds: 5))
        #expect(try phone.add(iosCircle("gym")) == nil)
        phone.regions.remove(try RegionID("gym"), at: iosTime(10))
        #expect(try phone.add(iosCircle("gym"), at: 14.9)?.code == .regionMonitoringFailure)
        #expect(try phone.add(iosCircle("pool"), at: 14.9) == nil)
        #expect(try phone.add(iosCircle("gym"), at: 15) == nil)

        var healthy = IOSTestPhone()
        #expect(try healthy.add(iosCircle("gym")) == nil)
        healthy.regions.remove(try RegionID("gym"), at: iosTime(10))
        #expect(try healthy.add(iosCircle("gym"), at: 10) == nil)
    }

    @Test("is undone for all by removing all, other code's regions aside")
    func removeAll() throws {
        var phone = IOSTestPhone(IOSRegionProfile(foreignRegions: 3))
        for number in 1...5 { #expect(try phone.add(iosCircle("r\(number)")) == nil) }
        phone.regions.remove(try RegionID("nobody"), at: iosTime(1))
        #expect(phone.regions.takenSlots == 8)
        for id in phone.regions.monitored { phone.regions.remove(id, at: iosTime(1)) }
        #expect(phone.regions.monitored.isEmpty)
        #expect(phone.regions.takenSlots == 3)
    }
}
