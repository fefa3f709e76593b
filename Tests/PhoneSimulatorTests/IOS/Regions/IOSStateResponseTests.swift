import PhoneOS
import PhoneSimulator
import Testing
import VisitModel

@Suite("A state request for a region on a simulated iPhone")
struct IOSStateResponseTests {
    private func state(_ phone: IOSTestPhone, at seconds: Double, of name: String = "gym") throws -> RegionState {
        phone.regions.requestState(of: try RegionID(name), at: iosTime(seconds), conditions: phone.conditions).state
    }

    @Test("is answered with unknown before a fix and with the side after it, a second later")
    func afterReading() throws {
        var phone = IOSTestPhone()
        #expect(try phone.add(iosCircle("gym")) == nil)
        #expect(try state(phone, at: 0) == .unknown)
        try phone.read(at: 10, east: 0)
        #expect(try state(phone, at: 11) == .inside)
        try phone.read(at: 20, east: 101)
        #expect(try state(phone, at: 21) == .outside)
        let answer = phone.regions.requestState(of: try RegionID("gym"), at: iosTime(30), conditions: phone.conditions)
        #expect(answer.dueAt == iosTime(31))
    }

    @Test("is answered with unknown for a region added after the last fix, or not monitored")
    func unknownRegion() throws {
        var phone = IOSTestPhone()
        #expect(try phone.add(iosCircle("gym")) == nil)
        try phone.read(at: 10, east: 0)
        #expect(try phone.add(iosCircle("late"), at: 11) == nil)
        #expect(try state(phone, at: 12, of: "late") == .unknown)
        #expect(try state(phone, at: 12, of: "nobody") == .unknown)
        try phone.read(at: 13, east: 0)
        #expect(try state(phone, at: 14, of: "late") == .inside)
    }

    @Test("is answered with unknown while the app lacks permission, and until the next fix after")
    func forbidden() throws {
        var phone = IOSTestPhone()
        #expect(try phone.add(iosCircle("gym")) == nil)
        try phone.read(at: 10, east: 0)
        phone.conditions.authorization = .denied
        #expect(try state(phone, at: 11) == .unknown)
        phone.wake(at: 11)
        phone.conditions.authorization = .always
        #expect(try state(phone, at: 12) == .unknown)
        try phone.read(at: 13, east: 0)
        #expect(try state(phone, at: 14) == .inside)
    }
}
