import Testing
import TrackingEngine
import VisitModel

@Suite("Pending exits, and exits that never come")
struct GeofenceDoubtTests {
    static func inside(_ platform: Platform = .android, radius: Double = 200) throws -> MonitoredGeofences {
        var phone = try FenceGround.phone(platform, [try FenceGround.fence("a", radius: radius)])
        #expect(phone.receive(.enter, "a", fix: try FenceGround.fix(5), at: 5).emitted == ["a ENTER"])
        return phone
    }

    @Test(
        "an exit is held where its fix lies within the fence, or could be anywhere",
        arguments: [
            (150.0, 10.0, true), (199, 10, true), (201, 10, false), (260, 100, false), (0, 17_000, true),
            (400, 300, true), (600, 300, false), (210, nil, false),
        ] as [(Double, Double?, Bool)]
    )
    func held(north: Double, accuracy: Double?, isHeld: Bool) throws {
        var phone = try Self.inside()
        let step = phone.receive(.exit, "a", fix: try FenceGround.fix(60, north: north, accuracy: accuracy), at: 60)
        #expect(step.emitted == (isHeld ? [] : ["a EXIT"]))
        #expect(step.refused == (isHeld ? ["a geofence-spurious-exit"] : []))
        #expect(phone.needs.fix == isHeld)
        #expect(phone.needs.timer == (isHeld ? FenceGround.time(180) : nil))
    }

    @Test("an exit without a fix is accepted")
    func noFix() throws {
        var phone = try Self.inside()
        #expect(phone.receive(.exit, "a", at: 60).emitted == ["a EXIT"])
    }

    @Test("a later fix outside confirms the exit, which is emitted with the system's time")
    func confirmed() throws {
        var phone = try Self.inside()
        _ = phone.receive(.exit, "a", fix: try FenceGround.fix(55, north: 150), at: 60)
        #expect(phone.receive(try FenceGround.fix(70, north: 500, accuracy: 600)).emitted == [])
        let step = phone.receive(try FenceGround.fix(75, north: 260))
        #expect(step.emitted == ["a EXIT"])
        #expect(step.occurrences.first?.crossing.timestamp == FenceGround.time(60))
        #expect(phone.needs.timer == nil)
    }

    @Test("a later fix inside, or an entry, cancels the pending exit")
    func cancelled() throws {
        var phone = try Self.inside()
        _ = phone.receive(.exit, "a", fix: try FenceGround.fix(55, north: 150), at: 60)
        // Measured before the system's report, so it neither confirms nor cancels it.
        #expect(phone.receive(try FenceGround.fix(58, north: 150)).isEmpty)
        #expect(phone.needs.fix)
        #expect(phone.receive(try FenceGround.fix(70, north: 100)).isEmpty)
        #expect(!phone.needs.fix)
        #expect(phone.tick(at: FenceGround.time(900)).isEmpty)
        _ = phone.receive(.exit, "a", fix: try FenceGround.fix(1000, north: 150), at: 1000)
        #expect(phone.receive(.enter, "a", at: 1010).refused == ["a geofence-duplicate-enter"])
        #expect(phone.tick(at: FenceGround.time(2000)).isEmpty)
        #expect(phone.stored["a"]?.entryState == .inside)
    }

    @Test("without a fix the exit is emitted at the time limit, once", arguments: Platform.allCases)
    func limit(platform: Platform) throws {
        var phone = try Self.inside(platform)
        _ = phone.receive(.exit, "a", fix: try FenceGround.fix(60, north: 150), at: 60)
        // A repeated report does not prolong the limit.
        _ = phone.receive(.exit, "a", fix: try FenceGround.fix(100, north: 150, accuracy: 900), at: 100)
        #expect(phone.tick(at: FenceGround.time(179)).isEmpty)
        let step = phone.tick(at: FenceGround.time(180))
        #expect(step.emitted == ["a EXIT"])
        #expect(step.occurrences.first?.crossing.timestamp == FenceGround.time(60))
        #expect(phone.tick(at: FenceGround.time(999)).isEmpty)
        #expect(phone.receive(.enter, "a", at: 1000).emitted == ["a ENTER"])
    }

    @Test("a fence that the system never reports as left counts as left after ten minutes of fixes outside")
    func stuck() throws {
        var phone = try Self.inside()
        for second in stride(from: 60.0, to: 660, by: 60) {
            #expect(phone.receive(try FenceGround.fix(second, north: 500)).emitted == [], "\(second)")
        }
        let step = phone.receive(try FenceGround.fix(660, north: 500))
        #expect(step.emitted == ["a EXIT"])
        #expect(step.occurrences.first?.origin == .fix)
        // The system's report comes at last.
        #expect(phone.receive(.exit, "a", fix: try FenceGround.fix(670, north: 500), at: 670).emitted == [])
    }

    @Test("one fix inside among them restarts the ten minutes, an ambiguous one does not end them")
    func stuckAgain() throws {
        var phone = try Self.inside()
        _ = phone.receive(try FenceGround.fix(60, north: 500))
        _ = phone.receive(try FenceGround.fix(300, north: 100))
        _ = phone.receive(try FenceGround.fix(400, north: 500))
        _ = phone.receive(try FenceGround.fix(500, north: 100, accuracy: 900))
        #expect(phone.receive(try FenceGround.fix(700, north: 500)).emitted == [])
        #expect(phone.receive(try FenceGround.fix(1000, north: 500)).emitted == ["a EXIT"])
    }

    @Test(
        "a fence crossed between two fixes is emitted as entered and left, if the profile says so",
        arguments: [
            // radius, from, to, seconds, accuracy, switch
            (200.0, -400.0, 400.0, 30.0, 10.0, true, true), (200, -400, 400, 30, 10, false, false),
            (200, -400, 400, 130, 10, true, false), (50, -400, 400, 30, 60, true, false),
            (200, -400, 100, 30, 10, true, false), (200, 100, 400, 30, 10, true, false),
            (200, 300, 900, 30, 10, true, false),
        ] as [(Double, Double, Double, Double, Double, Bool, Bool)]
    )
    func path(
        radius: Double,
        from: Double,
        to: Double,
        seconds: Double,
        accuracy: Double,
        isOn: Bool,
        isEmitted: Bool
    ) throws {
        var profile = GeofencingProfile(platform: .android)
        #expect(profile.usesPathEvidence && !GeofencingProfile(platform: .ios).usesPathEvidence)
        profile.usesPathEvidence = isOn
        var phone = try FenceGround.phone(.android, [try FenceGround.fence("a", radius: radius)], profile: profile)
        // Longer ago than the greatest gap over which fixes are joined.
        _ = phone.receive(try FenceGround.fix(500, north: from, accuracy: accuracy))
        let step = phone.receive(try FenceGround.fix(500 + seconds, north: to, accuracy: accuracy))
        #expect(step.emitted == (isEmitted ? ["a ENTER", "a EXIT"] : []))
        #expect(phone.stored["a"]?.hits == (isEmitted ? 1 : 0))
        guard isEmitted else { return }
        #expect(step.occurrences.allSatisfy { $0.origin == .path })
        // 200 m before and after the middle of 800 m in 30 s.
        let times = step.occurrences.map { FenceGround.start.seconds(to: $0.crossing.timestamp) }
        #expect(abs(times[0] - 507.5) < 0.05 && abs(times[1] - 522.5) < 0.05)
        // A later system report of the same passage adds nothing.
        let late = phone.receive(.enter, "a", fix: try FenceGround.fix(515), at: 560)
        #expect(late.refused == ["a geofence-duplicate-enter"])
        #expect(phone.receive(.exit, "a", fix: try FenceGround.fix(529, north: 390), at: 561).emitted == [])
        #expect(phone.receive(.enter, "a", fix: try FenceGround.fix(900), at: 900).emitted == ["a ENTER"])
    }

    @Test("a system report between two fixes is not repeated from the path, and a time gap makes no path")
    func noPath() throws {
        var phone = try FenceGround.phone(.android, [try FenceGround.fence("a")])
        _ = phone.receive(try FenceGround.fix(500, north: -400))
        _ = phone.receive(.enter, "a", at: 510)
        _ = phone.receive(.exit, "a", at: 520)
        #expect(phone.receive(try FenceGround.fix(530, north: 400)).emitted == [])
        var gap = try FenceGround.fix(560, north: -400)
        gap.flags = .afterGap
        #expect(phone.receive(gap).emitted == [])
        #expect(phone.receive(try FenceGround.fix(590, north: 400)).emitted == ["a ENTER", "a EXIT"])
    }
}
