import PhoneOS
import PhoneSimulator
import Testing
import VisitModel

@Suite("Region state that a simulated iPhone keeps")
struct IOSAppChangeTests {
    private func phoneInside() throws -> IOSTestPhone {
        var phone = IOSTestPhone(IOSRegionProfile(foreignRegions: 2, latency: .none))
        #expect(try phone.add(iosCircle("gym")) == nil)
        #expect(try phone.add(iosCircle("pool", east: 2000)) == nil)
        try phone.read(at: 0, east: 1000)
        try phone.stay(from: 10, for: 20, east: 0)
        #expect(phone.decided.map(\.transition) == [.enter])
        return phone
    }

    @Test("is everything over the app's update, a hold that has begun too")
    func kept() throws {
        var phone = try phoneInside()
        try phone.read(at: 100, east: 1000)
        let before = phone.regions
        phone.regions.record(.appUpdate)
        #expect(phone.regions == before)
        #expect(phone.wake(at: 120) == ["exit gym"])
    }

    @Test("keeps the regions across a reboot, and events in the meantime are reported after the first unlock")
    func reboot() throws {
        var phone = try phoneInside()
        phone.regions.record(.reboot)
        phone.conditions.isUnlockedSinceBoot = false
        #expect(phone.regions.monitored.map(\.text) == ["gym", "pool"])
        #expect(try phone.stay(from: 1000, for: 300, east: 2000) == [])
        #expect(phone.wake(at: 1301) == [])
        phone.conditions.isUnlockedSinceBoot = true
        #expect(try phone.stay(from: 1400, for: 20, east: 2000) == ["exit gym", "enter pool"])
    }

    @Test("includes the side over a reboot: a continued stay is not reported again")
    func rebootInside() throws {
        var phone = try phoneInside()
        phone.regions.record(.reboot)
        #expect(phone.regions.nextWake == nil)
        #expect(try phone.stay(from: 1000, for: 300, east: 0) == [])
    }

    @Test("is reported before the first unlock only where the profile does not wait for it")
    func withoutUnlock() throws {
        var phone = IOSTestPhone(IOSRegionProfile(latency: .none, waitsForFirstUnlock: false))
        #expect(try phone.add(iosCircle("gym")) == nil)
        try phone.read(at: 0, east: 1000)
        phone.regions.record(.reboot)
        phone.conditions.isUnlockedSinceBoot = false
        #expect(try phone.stay(from: 100, for: 20, east: 0) == ["enter gym"])
    }

    @Test("is empty after the app's removal")
    func uninstalled() throws {
        var phone = try phoneInside()
        phone.regions.record(.uninstall)
        #expect(phone.regions.monitored.isEmpty)
        #expect(phone.regions.takenSlots == 0)
        #expect(try phone.stay(from: 100, for: 60, east: 1000) == [])
    }
}
