import Testing
import TrackingEngine
import VisitModel

@Suite("Dwelling in geofences")
struct GeofenceDwellTests {
    static func inside(_ platform: Platform, dwell: Double = 60) throws -> MonitoredGeofences {
        var phone = try FenceGround.phone(platform, [try FenceGround.fence("a", dwell: dwell)])
        #expect(phone.receive(.enter, "a", at: 10).emitted == ["a ENTER"])
        return phone
    }

    @Test("Android's own dwell is emitted once per stay")
    func android() throws {
        var phone = try Self.inside(.android)
        #expect(phone.needs.timer == nil)
        #expect(phone.tick(at: FenceGround.time(5000)).emitted == [])
        #expect(phone.receive(.dwell, "a", at: 70).emitted == ["a DWELL"])
        #expect(phone.receive(.dwell, "a", at: 130).emitted == [])
        #expect(phone.receive(.enter, "a", at: 140).emitted == [])
        #expect(phone.receive(.dwell, "a", at: 200).emitted == [])
        #expect(phone.receive(.exit, "a", at: 300).emitted == ["a EXIT"])
        #expect(phone.receive(.enter, "a", at: 310).emitted == ["a ENTER"])
        #expect(phone.receive(.dwell, "a", at: 370).emitted == ["a DWELL"])
    }

    @Test("a dwell after the exit is ignored; one without a known entry is both entry and dwell")
    func lost() throws {
        var phone = try Self.inside(.android)
        _ = phone.receive(.exit, "a", at: 50)
        #expect(phone.receive(.dwell, "a", at: 70).emitted == [])
        #expect(phone.receive(.dwell, "a", fix: try FenceGround.fix(80, north: 500), at: 80).emitted == [])
        #expect(phone.receive(.dwell, "a", fix: try FenceGround.fix(90), at: 90).emitted == ["a ENTER", "a DWELL"])
        #expect(phone.receive(.exit, "a", at: 100).emitted == ["a EXIT"])
    }

    @Test("iOS has a timer from the entry on, which emits the dwell with its own time, once")
    func timer() throws {
        var phone = try Self.inside(.ios)
        #expect(phone.needs.timer == FenceGround.time(70))
        #expect(phone.tick(at: FenceGround.time(69.999)).isEmpty)
        let step = phone.tick(at: FenceGround.time(71))
        #expect(step.emitted == ["a DWELL"])
        #expect(step.occurrences.first?.crossing.timestamp == FenceGround.time(70))
        #expect(step.occurrences.first?.origin == .timer)
        #expect(phone.needs.timer == nil)
        #expect(phone.tick(at: FenceGround.time(900)).isEmpty)
        #expect(phone.receive(.dwell, "a", at: 901).emitted == [])
    }

    @Test("a process that slept through the timer emits the dwell at the next fix (React Native issue 2125)")
    func slept() throws {
        var phone = try Self.inside(.ios)
        #expect(phone.receive(try FenceGround.fix(40)).emitted == [])
        phone = try FenceGround.reborn(phone)
        let step = phone.receive(try FenceGround.fix(4000))
        #expect(step.emitted == ["a DWELL"])
        #expect(step.occurrences.first?.crossing.timestamp == FenceGround.time(70))
    }

    @Test("an exit after the delay emits the dwell that was missed, one before it does not")
    func atExit() throws {
        for (second, emitted) in [(69.0, ["a EXIT"]), (70, ["a DWELL", "a EXIT"]), (900, ["a DWELL", "a EXIT"])] {
            var phone = try Self.inside(.ios)
            #expect(phone.receive(.exit, "a", at: second).emitted == emitted)
            #expect(phone.needs.timer == nil)
            #expect(phone.tick(at: FenceGround.time(5000)).isEmpty)
        }
    }

    @Test("while fixes lie outside, or an exit is pending, the delay passes without a dwell (React Native issue 1450)")
    func doubt() throws {
        var phone = try Self.inside(.ios)
        _ = phone.receive(try FenceGround.fix(40, north: 900))
        #expect(phone.needs.timer == nil)
        #expect(phone.tick(at: FenceGround.time(100)).emitted == [])
        // The system's report comes late; the phone was gone before the delay was over.
        #expect(phone.receive(.exit, "a", fix: try FenceGround.fix(300, north: 900), at: 300).emitted == ["a EXIT"])
        var held = try Self.inside(.ios)
        _ = held.receive(.exit, "a", fix: try FenceGround.fix(50, north: 150), at: 50)
        #expect(held.needs.timer == FenceGround.time(170))
        #expect(held.tick(at: FenceGround.time(100)).emitted == [])
        #expect(held.receive(try FenceGround.fix(110)).emitted == ["a DWELL"])
    }

    @Test("another loitering delay restarts the timer, and the first timer never fires (Flutter issue 949)")
    func change() throws {
        var phone = try Self.inside(.ios)
        _ = phone.add([try FenceGround.fence("a", dwell: 300)], at: FenceGround.time(30))
        #expect(phone.needs.timer == nil)
        _ = phone.applyState(true, of: TrackedRegion.id(of: "a", on: .ios), at: FenceGround.time(31))
        #expect(phone.needs.timer == FenceGround.time(331))
        #expect(phone.tick(at: FenceGround.time(70)).emitted == [])
        #expect(phone.tick(at: FenceGround.time(331)).emitted == ["a DWELL"])
        #expect(phone.tick(at: FenceGround.time(332)).emitted == [])
    }

    @Test("the same fence added twice has one timer and one dwell")
    func twice() throws {
        var phone = try FenceGround.phone(.ios)
        let fence = try FenceGround.fence("a", dwell: 60)
        _ = phone.add([fence, fence], at: FenceGround.time(1))
        _ = phone.add([fence], at: FenceGround.time(2))
        var emitted: [String] = []
        for second in [3.0, 4] {
            emitted +=
                phone.applyState(true, of: TrackedRegion.id(of: "a", on: .ios), at: FenceGround.time(second)).emitted
        }
        for second in stride(from: 5.0, to: 200, by: 5) { emitted += phone.tick(at: FenceGround.time(second)).emitted }
        #expect(emitted == ["a ENTER", "a DWELL"])
    }

    @Test("a delay of zero dwells at once, and a fence without dwells never does", arguments: Platform.allCases)
    func zero(platform: Platform) throws {
        var phone = try FenceGround.phone(platform, [try FenceGround.fence("a", dwell: 0), try FenceGround.fence("b")])
        _ = phone.receive(.enter, "a", "b", at: 10)
        #expect(phone.tick(at: FenceGround.time(10)).emitted == (platform == .ios ? ["a DWELL"] : []))
        #expect(phone.receive(.dwell, "b", at: 20).emitted == [])
    }
}
