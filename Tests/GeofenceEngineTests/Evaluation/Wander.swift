import GeofenceEngine
import SeededRandom
import VisitModel

/// A phone carried between four overlapping and separate circles, read now and then, well or badly.
///
/// It stays, walks, drives, is switched off for hours, gets cell fixes, has no accuracy at times and lies at times.
struct Wander {
    let fences: [Fence]
    private var generator: SeededGenerator
    private var second = 0.0
    private var place = (east: 0.0, north: 0.0)
    private var target = (east: 0.0, north: 0.0)
    private var speed = 1.4
    private var rest = 0.0
    private var interval = 30.0

    init(seed: UInt64) throws {
        generator = SeededGenerator(seed: seed)
        fences = [
            try Ground.circle("gym", key: 1),
            try Ground.circle("pool", key: 2, east: 200, north: 40, radius: 120, dwell: 300),
            try Ground.circle("yoga", key: 3, east: 60, north: 20, radius: 40, dwell: 1200),
            try Ground.circle("campus", key: 4, east: -1500, radius: 500, dwell: 0),
        ]
    }

    /// The next reading.
    mutating func next() -> Fix {
        second += pause()
        let accuracy: Double = [4.0, 8, 15, 15, 25, 40, 70, 99, 150, 2000].randomElement(using: &generator) ?? 15
        let isLie = Double.random(in: 0..<1, using: &generator) < 0.01
        let error = isLie ? 300 : accuracy / 1.5096
        let isMoving = rest <= 0
        var step = Step(
            second,
            east: place.east + error * generator.normal(),
            north: place.north + error * generator.normal(),
            accuracy: Double.random(in: 0..<1, using: &generator) < 0.05 ? nil : isLie ? 3 : accuracy
        )
        if Double.random(in: 0..<1, using: &generator) < 0.1 { step.activity = isMoving ? .walking : .still }
        if Double.random(in: 0..<1, using: &generator) < 0.02 { step.flags.insert(isMoving ? .moving : .stationary) }
        if Double.random(in: 0..<1, using: &generator) < 0.005 { step.flags.insert(.mock) }
        return step.fix
    }

    /// What the phone's system says with a reading, now and then: true or not, and of a fence that does not exist.
    mutating func claims() -> [TransitionReport] {
        guard Int.random(in: 0..<6, using: &generator) == 0 else { return [] }
        return (0..<Int.random(in: 1...2, using: &generator)).compactMap { _ in
            FenceKey(exactly: Int.random(in: 1...5, using: &generator)).map { key in
                TransitionReport(FenceAction.allCases.randomElement(using: &generator) ?? .entered, key)
            }
        }
    }

    /// Advances the clock and moves the phone.
    private mutating func pause() -> Double {
        if Double.random(in: 0..<1, using: &generator) < 0.03 {
            interval = [1.0, 5, 30, 60, 120, 300, 900].randomElement(using: &generator) ?? 30
        }
        let isOff = Double.random(in: 0..<1, using: &generator) < 0.005
        let pause = isOff ? Double.random(in: 600...70_000, using: &generator) : interval
        var left = pause
        while left > 0 {
            if rest > 0 {
                let waited = min(rest, left)
                (rest, left) = (rest - waited, left - waited)
                continue
            }
            let (dx, dy) = (target.east - place.east, target.north - place.north)
            let distance = (dx * dx + dy * dy).squareRoot()
            if distance < 1 {
                chooseTarget()
                continue
            }
            let moved = min(distance, speed * left)
            place = (place.east + dx / distance * moved, place.north + dy / distance * moved)
            left -= moved / speed
        }
        return pause
    }

    private mutating func chooseTarget() {
        rest = Double.random(in: 30...5000, using: &generator)
        speed = [1.4, 1.4, 5, 14].randomElement(using: &generator) ?? 1.4
        let places = [(0.0, 0.0), (60, 20), (150, 0), (200, 40), (320, 40), (-1500, 0), (-980, 0), (700, 900)]
        target = places.randomElement(using: &generator) ?? (0, 0)
        target.east += 30 * generator.normal()
        target.north += 30 * generator.normal()
    }
}
