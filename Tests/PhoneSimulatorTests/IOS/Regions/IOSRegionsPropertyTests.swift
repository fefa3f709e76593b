import PhoneOS
import PhoneSimulator
import Testing
import VisitModel

@Suite("Region monitoring of a simulated iPhone over random events")
struct IOSRegionsPropertyTests {
    @Test("keeps to 20 slots, alternates, and reports only what fixes support", arguments: UInt64(1)...30)
    func anything(seed: UInt64) throws {
        var world = IOSRandomWorld(seed: seed)
        for _ in 0..<1_500 {
            try world.step()
            #expect(world.phone.regions.takenSlots <= 20, "seed \(seed)")
            #expect(world.phone.regions.monitored == world.names, "seed \(seed)")
        }
        #expect(world.complaints == [], "seed \(seed)")
        #expect(world.phone.decided.count > 20, "the scenario has transitions, seed \(seed)")
        #expect(world.refusals > 0, "the scenario has refusals, seed \(seed)")
    }

    @Test("is the same for the same seed")
    func reproducible() throws {
        var worlds = (IOSRandomWorld(seed: 7), IOSRandomWorld(seed: 7))
        for _ in 0..<500 {
            try worlds.0.step()
            try worlds.1.step()
        }
        #expect(worlds.0.phone.decided == worlds.1.phone.decided)
    }
}

/// A phone with random events, and an independent check of what it may report.
private struct IOSRandomWorld {
    /// The check's own state of a region.
    private struct Expected {
        var name: RegionID
        var center: EarthPoint
        var radius: Double
        var last: RegionTransition?
    }

    var phone: IOSTestPhone
    private(set) var complaints: [String] = []
    private(set) var refusals = 0
    private var generator: SeededGenerator
    private var expected: [Expected] = []
    /// The fixes since the last gap in reception.
    private var received: [(time: Timestamp, point: EarthPoint)] = []
    private var seconds = 0.0
    private var east = 0.0

    var names: [RegionID] { expected.map(\.name) }

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        phone = IOSTestPhone(IOSRegionProfile(foreignRegions: 1), seed: seed)
    }

    mutating func step() throws {
        try advance()
        switch generator.next() % 100 {
        case 0..<8: try add()
        case 8..<10: remove()
        case 10: phone.regions.setForeignRegions(Int(generator.next() % 8))
        case 11..<15: toggle()
        case 15: change()
        case 16..<24: east = 400 * (generator.unit() * 12).rounded()
        default: try read()
        }
        lookForMissed()
    }

    /// Advances the clock by up to half a minute, with every timer called in time.
    private mutating func advance() throws {
        seconds = (seconds + 1 + 29 * generator.unit()).rounded()
        while let next = phone.regions.nextWake, next <= iosTime(seconds) {
            let count = phone.decided.count
            phone.wake(at: iosTime(0).seconds(to: next))
            judge(from: count, now: next)
        }
    }

    private mutating func add() throws {
        let number = generator.next() % 30
        let (place, radius) = (400 * Double(number % 12), 60 + 300 * generator.unit())
        let request = try iosCircle("r\(number)", east: place, radius: radius)
        let isKnown = names.contains(request.id)
        let isFull = phone.regions.takenSlots >= 20 && !isKnown
        let isAllowed =
            phone.conditions.areLocationServicesOn && phone.conditions.authorization.isEffective(isAppInUse: true)
        let refusal = phone.add(request, at: seconds)
        if (refusal != nil) != (isFull || !isAllowed) {
            complaints.append("\(request.id) \(String(describing: refusal))")
        }
        guard refusal == nil else {
            refusals += 1
            return
        }
        let new = Expected(
            name: request.id,
            center: EarthPoint(try iosPlace(east: place)),
            radius: radius
        )
        if let index = names.firstIndex(of: request.id) { expected[index] = new } else { expected.append(new) }
    }

    private mutating func remove() {
        guard !expected.isEmpty else { return }
        let index = Int(generator.next() % UInt64(expected.count))
        phone.regions.remove(expected.remove(at: index).name, at: iosTime(seconds))
    }

    private mutating func toggle() {
        var conditions = IOSConditions()
        switch generator.next() % 12 {
        case 0: conditions.areLocationServicesOn = false
        case 1: conditions.authorization = .denied
        case 2: conditions.authorization = .whenInUse
        case 3: conditions.precision = .reduced
        case 4: conditions.isUnlockedSinceBoot = false
        default: break
        }
        phone.conditions = conditions
        let count = phone.decided.count
        phone.wake(at: seconds)
        judge(from: count, now: iosTime(seconds))
        if isSilent { received = [] }
    }

    private mutating func change() {
        switch generator.next() % 8 {
        case 0:
            phone.regions.record(.reboot)
            received = []
        case 1 where generator.next() % 8 == 0:
            phone.regions.record(.uninstall)
            expected = []
            received = []
        default: phone.regions.record(.appUpdate)
        }
    }

    private mutating func read() throws {
        let (x, y) = (east + 20 * generator.normal(), 20 * generator.normal())
        let count = phone.decided.count
        if !isSilent { received.append((iosTime(seconds), EarthPoint(try iosPlace(east: x, north: y)))) }
        try phone.read(at: seconds, east: x, north: y)
        judge(from: count, now: iosTime(seconds))
    }

    private var isSilent: Bool {
        !phone.conditions.allowsRegionMonitoring || !phone.conditions.isUnlockedSinceBoot
    }

    /// Checks the reports that were just made.
    private mutating func judge(from count: Int, now: Timestamp) {
        for delivery in phone.decided[count...] {
            let text = "\(delivery.transition) of \(delivery.ids) at \(delivery.decidedAt)"
            guard let index = names.firstIndex(of: delivery.ids[0]), delivery.ids.count == 1 else {
                complaints.append("\(text): not watched")
                continue
            }
            if isSilent { complaints.append("\(text): nothing may be delivered") }
            if expected[index].last == delivery.transition { complaints.append("\(text): twice in a row") }
            expected[index].last = delivery.transition
            if delivery.decidedAt != now || delivery.dueAt < now {
                complaints.append("\(text): delivered before decided")
            }
            if !isSupported(delivery.transition, at: now, of: expected[index]) {
                complaints.append("\(text): no readings for it")
            }
        }
    }

    /// Records missing reports of regions with a side known from their last transition.
    private mutating func lookForMissed() {
        for region in expected {
            guard let last = region.last else { continue }
            let missing: RegionTransition = last == .enter ? .exit : .enter
            if isSupported(missing, at: iosTime(seconds), of: region) {
                complaints.append("\(missing) of \(region.name) at \(iosTime(seconds)): not delivered")
            }
        }
    }

    /// Whether all fixes of the last 20 s, and the last one before, lie past the edge.
    private func isSupported(_ transition: RegionTransition, at time: Timestamp, of region: Expected) -> Bool {
        let begin = time.advanced(bySeconds: -20)
        guard let first = received.lastIndex(where: { $0.time <= begin }) else { return false }
        return received[first...].allSatisfy { reading in
            let distance = region.center.distance(to: reading.point)
            return transition == .enter
                ? distance <= region.radius - min(100, region.radius / 2) : distance > region.radius + 100
        }
    }
}
