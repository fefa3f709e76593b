import PhoneOS
import PhoneSimulator
import Testing
import VisitModel

@Suite("Android accepts all fences of a call or none")
struct AndroidAdditionTests {
    @Test("100 fences are accepted, 101 are rejected as a whole with 1001")
    func slots() throws {
        var bench = AndroidBench()
        let refused = refusal { try bench.add(try AndroidBench.regions(0..<101)) }
        #expect(refused == .tooManyGeofences && refused?.number == 1001)
        #expect(bench.service.registered.isEmpty)
        try bench.add(try AndroidBench.regions(0..<100))
        #expect(bench.service.registered.count == 100)

        // Those that are there already take no new slot, but one more refuses them all.
        try bench.add(try AndroidBench.regions(50..<100))
        let before = bench.service
        let code = refusal { try bench.add(try AndroidBench.regions(99..<101)) }
        #expect(code == .tooManyGeofences)
        #expect(bench.service == before)
        bench.service.remove([try RegionID("fence-7"), try RegionID("unknown")])
        try bench.add(try AndroidBench.regions(100..<101))
        #expect(bench.service.registered.count == 100)
    }

    @Test("one bad fence refuses the others of its call")
    func atomic() throws {
        var bench = AndroidBench()
        let requests = try AndroidBench.regions(0..<3) + [try AndroidBench.region("bad", radius: 0)]
        let code = refusal { try bench.add(requests) }
        #expect(code == .invalidRequest)
        #expect(bench.service == AndroidBench().service)
    }

    @Test("five pending intents are taken, the sixth is refused with 1002")
    func pendingIntents() throws {
        var service = AndroidGeofences()
        for number in 0..<5 {
            try service.add(
                try AndroidBench.regions(number..<number + 1),
                pendingIntent: "intent-\(number)",
                at: AndroidBench.time(0)
            )
        }
        let sixth = try AndroidBench.regions(5..<6)
        let refused = refusal { try service.add(sixth, pendingIntent: "intent-5", at: AndroidBench.time(1)) }
        #expect(refused == .tooManyPendingIntents && refused?.number == 1002)
        // Taking the fence of another leaves only five.
        try service.add(try AndroidBench.regions(0..<1), pendingIntent: "intent-5", at: AndroidBench.time(2))
        service.remove([try RegionID("fence-0")])
        #expect(service.registered.map(\.text) == ["fence-1", "fence-2", "fence-3", "fence-4"])
        try service.add(sixth, pendingIntent: "intent-6", at: AndroidBench.time(3))
    }

    @Test(
        "what the phone lacks is refused with Google's status",
        arguments: [
            (AndroidConditions(isLocationOn: false), PhoneError.Code.geofenceNotAvailable),
            (AndroidConditions(isFineGranted: false), .insufficientLocationPermission),
            (AndroidConditions(isBackgroundGranted: false), .insufficientLocationPermission),
            (AndroidConditions(isLocationOn: false, isFineGranted: false), .insufficientLocationPermission),
            (AndroidConditions(playServices: .missing), .playServicesUnavailable),
            (AndroidConditions(isFineGranted: false, playServices: .outdated), .playServicesUnavailable),
        ]
    )
    func conditions(conditions: AndroidConditions, code: PhoneError.Code) throws {
        var service = AndroidGeofences()
        let requests = try AndroidBench.regions(0..<1)
        #expect(refusal { try service.add(requests, at: AndroidBench.time(0), conditions: conditions) } == code)
        #expect(service.registered.isEmpty)
        try service.add(requests, at: AndroidBench.time(1))
        #expect(service.registered == requests.map(\.id))
    }

    @Test("adding too often is refused with 1005 until a minute has gone by; refused calls do not count")
    func rate() throws {
        var bench = AndroidBench { $0.additionsPerMinute = 3 }
        let requests = try AndroidBench.regions(0..<1)
        for second in [0.0, 10, 20] { try bench.add(requests, at: second) }
        for second in [30.0, 59.999] {
            let refused = refusal { try bench.add(requests, at: second) }
            #expect(refused == .requestTooFrequent && refused?.number == 1005)
        }
        try bench.add(requests, at: 60)
        let code = refusal { try bench.add(requests, at: 69) }
        #expect(code == .requestTooFrequent)
        try bench.add(requests, at: 70)
    }

    @Test("what the builder refuses")
    func builder() throws {
        let requests = [
            ("an id of 101 characters", try AndroidBench.region(String(repeating: "x", count: 101))),
            ("a radius of 0", try AndroidBench.region("a", radius: 0)),
            ("a radius under 0", try AndroidBench.region("a", radius: -1)),
            ("no radius", try AndroidBench.region("a", radius: .nan)),
            ("no end of the radius", try AndroidBench.region("a", radius: .infinity)),
            ("no transition", try AndroidBench.region("a", notifies: [])),
            ("an unknown transition", try AndroidBench.region("a", notifies: RegionTransitions(rawValue: 8))),
            ("an unknown trigger", try AndroidBench.region("a", initial: RegionTransitions(rawValue: 16))),
            ("a delay under 0", try AndroidBench.region("a", loitering: .milliseconds(-1))),
            ("a delay that no int holds", try AndroidBench.region("a", loitering: .seconds(2_147_484))),
            ("a responsiveness under 0", try AndroidBench.region("a", responsiveness: .milliseconds(-1))),
            ("a beacon", RegionRequest(id: try RegionID("a"), shape: .beacon(uuid: "b"))),
        ]
        for (what, request) in requests {
            var bench = AndroidBench()
            let refused = refusal { try bench.add([request]) }
            #expect(refused == .invalidRequest, "\(what)")
        }
    }

    @Test("what the builder takes at its limits")
    func builderLimits() throws {
        var bench = AndroidBench()
        let code = refusal { try bench.add([]) }
        #expect(code == .invalidRequest)
        try bench.add([
            try AndroidBench.region(String(repeating: "é", count: 100), radius: 0.1),
            try AndroidBench.region("b", notifies: .dwell, initial: [], loitering: .milliseconds(Int32.max)),
            try AndroidBench.region("c", expires: .seconds(-1)),
            try AndroidBench.region("d", expires: .seconds(Int64.max)),
        ])
        #expect(bench.service.registered.count == 4)
        #expect(bench.service.nextWake == nil)
    }

    @Test("of two fences with one id in a call the last counts")
    func sameIDInOneCall() throws {
        var bench = AndroidBench()
        try bench.add([
            try AndroidBench.region("a"), try AndroidBench.region("b"), try AndroidBench.region("a", east: 5000),
        ])
        #expect(bench.service.registered.map(\.text) == ["a", "b"])
        #expect(try bench.read(east: 5000, at: 1) == ["enter a"])
    }
}
