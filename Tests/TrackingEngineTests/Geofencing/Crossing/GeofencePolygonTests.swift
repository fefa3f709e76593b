import Testing
import TrackingEngine
import VisitModel

@Suite("Polygons")
struct GeofencePolygonTests {
    /// A phone in the circle round a square of 400 m, beside the square.
    static func inCircle(_ platform: Platform, dwell: Double? = nil) throws -> MonitoredGeofences {
        var phone = try FenceGround.phone(platform, [try FenceGround.square("p", dwell: dwell)])
        let step = phone.receive(.enter, "p", fix: try FenceGround.fix(10, north: -240), at: 10)
        #expect(step.emitted == [])
        return phone
    }

    @Test("the phone monitors the circle, and its entry starts fixes at a high rate", arguments: Platform.allCases)
    func circle(platform: Platform) throws {
        let square = try FenceGround.square("p", dwell: 30)
        var phone = try FenceGround.phone(platform)
        let region = try #require(phone.add([square], at: FenceGround.time(1)).added.first)
        #expect(region.radiusMeters == square.radiusMeters)
        #expect(region.transitions == [.enter, .exit])
        #expect(region.initialTrigger == .enter)
        #expect(!phone.needs.highRate)
        _ = phone.receive(.enter, "p", at: 2)
        #expect(phone.needs.highRate)
        #expect(try FenceGround.reborn(phone).needs.highRate)
    }

    @Test("each fix is tested; leaving the circle ends the test", arguments: Platform.allCases)
    func test(platform: Platform) throws {
        var phone = try Self.inCircle(platform)
        let entered = phone.receive(try FenceGround.fix(20, north: -190))
        #expect(entered.emitted == ["p ENTER"])
        #expect(entered.occurrences.first?.crossing.timestamp == FenceGround.time(20))
        #expect(phone.receive(try FenceGround.fix(30, north: 0)).emitted == [])
        #expect(phone.receive(try FenceGround.fix(40, north: 220)).emitted == ["p EXIT"])
        #expect(phone.needs.highRate)
        #expect(phone.receive(try FenceGround.fix(50, north: 150)).emitted == ["p ENTER"])
        #expect(phone.receive(try FenceGround.fix(60, north: 230)).emitted == ["p EXIT"])
        #expect(phone.stored["p"]?.hits == 2)
        #expect(phone.receive(.exit, "p", fix: try FenceGround.fix(70, north: 320), at: 70).emitted == [])
        #expect(!phone.needs.highRate)
        #expect(phone.receive(try FenceGround.fix(80, north: 0)).emitted == [])
    }

    @Test("leaving the circle always leaves the polygon, whatever the fixes missed", arguments: Platform.allCases)
    func left(platform: Platform) throws {
        var phone = try Self.inCircle(platform)
        _ = phone.receive(try FenceGround.fix(20, north: 0))
        #expect(phone.receive(.exit, "p", at: 90).emitted == ["p EXIT"])
        #expect(!phone.needs.highRate)
    }

    @Test("the fix that comes with the circle's entry is tested too")
    func entryFix() throws {
        var phone = try FenceGround.phone(.android, [try FenceGround.square("p")])
        #expect(phone.receive(.enter, "p", fix: try FenceGround.fix(10, north: 5), at: 12).emitted == ["p ENTER"])
        #expect(phone.receive(.enter, "p", at: 13).refused == ["p geofence-duplicate-enter"])
    }

    @Test("a fix older than the last one enters nothing (Transistor, Android 4.3.3)")
    func outOfOrder() throws {
        var phone = try Self.inCircle(.android)
        _ = phone.receive(try FenceGround.fix(60, north: 230))
        let old = phone.process(try FenceGround.fix(50, north: 0), at: FenceGround.time(61))
        #expect(old.emitted == [])
        #expect(old.refused == ["p out-of-order"])
        #expect(phone.receive(.enter, "p", fix: try FenceGround.fix(40, north: 0), at: 62).emitted == [])
    }

    @Test("a fix that is too inaccurate tests nothing")
    func poor() throws {
        var phone = try Self.inCircle(.android)
        #expect(phone.receive(try FenceGround.fix(20, north: 0, accuracy: 101)).emitted == [])
        #expect(phone.receive(try FenceGround.fix(30, north: 0, accuracy: 100)).emitted == ["p ENTER"])
        #expect(phone.receive(try FenceGround.fix(40, north: 230, accuracy: 1414)).emitted == [])
        #expect(phone.stored["p"]?.entryState == .inside)
    }

    @Test("a dwell counts from the polygon's entry, on both platforms", arguments: Platform.allCases)
    func dwell(platform: Platform) throws {
        var phone = try Self.inCircle(platform, dwell: 60)
        #expect(phone.receive(.dwell, "p", at: 15).emitted == [])
        _ = phone.receive(try FenceGround.fix(20, north: 0))
        #expect(phone.needs.timer == FenceGround.time(80))
        #expect(phone.receive(try FenceGround.fix(70, north: 10)).emitted == [])
        #expect(phone.tick(at: FenceGround.time(80)).emitted == ["p DWELL"])
        #expect(phone.receive(try FenceGround.fix(200, north: 10)).emitted == [])
        #expect(phone.receive(try FenceGround.fix(210, north: 230)).emitted == ["p EXIT"])
    }

    @Test("an exit of the circle with a fix inside it is pending, and the test continues")
    func held() throws {
        var phone = try Self.inCircle(.android)
        _ = phone.receive(try FenceGround.fix(20, north: 0))
        let step = phone.receive(.exit, "p", fix: try FenceGround.fix(30, north: 20), at: 30)
        #expect(step.emitted == [])
        #expect(step.refused == ["p geofence-spurious-exit"])
        #expect(phone.needs.highRate)
        #expect(phone.receive(try FenceGround.fix(40, north: 0)).emitted == [])
        #expect(phone.receive(try FenceGround.fix(50, north: 230)).emitted == ["p EXIT"])
    }

    @Test("a lost exit of the circle does not keep the GPS receiver on for ever")
    func stuck() throws {
        var phone = try Self.inCircle(.android)
        for second in stride(from: 60.0, through: 720, by: 60) {
            _ = phone.receive(try FenceGround.fix(second, north: 2000))
        }
        #expect(!phone.needs.highRate)
    }

    @Test("inside at the activation follows geofenceInitialTriggerEntry; from the circle's edge it is an entry")
    func initialTrigger() throws {
        for (initial, first) in [(true, ["p ENTER"]), (false, [])] {
            var phone = MonitoredGeofences(
                platform: .android,
                rules: FenceGround.rules(on: .android) { $0.geofenceInitialTriggerEntry = initial }
            )
            _ = phone.add([try FenceGround.square("p")], at: FenceGround.start)
            _ = phone.start(.withLocations, at: FenceGround.start)
            _ = phone.receive(.enter, "p", at: 1)
            #expect(phone.receive(try FenceGround.fix(2)).emitted == first)
            #expect(phone.receive(try FenceGround.fix(12, north: 230)).emitted == (initial ? ["p EXIT"] : []))
            #expect(phone.receive(try FenceGround.fix(22, north: 180)).emitted == ["p ENTER"])
        }
        // The first fix lay outside the circle, so a phone in the square now has entered it.
        var phone = try FenceGround.phone(.android, [try FenceGround.square("p")]) {
            $0.geofenceInitialTriggerEntry = false
        }
        #expect(phone.receive(.enter, "p", fix: try FenceGround.fix(9), at: 9).emitted == ["p ENTER"])
        // The same where that fix came after the activation.
        var later = MonitoredGeofences(
            platform: .android,
            rules: FenceGround.rules(on: .android) { $0.geofenceInitialTriggerEntry = false }
        )
        _ = later.add([try FenceGround.square("p")], at: FenceGround.start)
        _ = later.start(.withLocations, at: FenceGround.start)
        _ = later.receive(try FenceGround.fix(5, north: 900))
        #expect(later.receive(.enter, "p", fix: try FenceGround.fix(9), at: 9).emitted == ["p ENTER"])
    }
}
