internal import PhoneSimulator
internal import VisitModel

extension LabJourney {
    /// Walking speed indoors, in metres a second.
    private static let strollingMetersPerSecond = 0.9

    /// Goes somewhere through the streets.
    ///
    /// Streets run along the map, so a way has a corner; on it speeds change from block to block and lights are red. By
    /// train there is a walk to and from the stations.
    ///
    /// - Parameters:
    ///   - goal: where to.
    ///   - mode: how.
    ///   - generator: where chance comes from.
    mutating func go(to goal: LabPoint, by mode: TravelMode, using generator: inout SeededGenerator) {
        guard mode == .train, point.distance(to: goal) > 2500 else {
            return drive(to: goal, by: mode == .train ? .foot : mode, using: &generator)
        }
        let (first, last) = (generator.point(150...600, from: point), generator.point(150...600, from: goal))
        drive(to: first, by: .foot, using: &generator)
        stay(seconds: generator.number(60...420))
        ride(to: last, using: &generator)
        drive(to: goal, by: .foot, using: &generator)
    }

    /// Walks a few metres now and then while a stay lasts, as people do indoors.
    ///
    /// - Parameters:
    ///   - seconds: how long the stay is.
    ///   - middle: no move leads farther from here than `reach`.
    ///   - reach: in metres.
    ///   - pauses: between two moves, in seconds.
    ///   - generator: where chance comes from.
    mutating func linger(
        seconds: Double,
        round middle: LabPoint,
        reach: Double,
        pauses: ClosedRange<Double>,
        using generator: inout SeededGenerator
    ) {
        let end = now.advanced(bySeconds: seconds)
        while true {
            let pause = generator.number(pauses)
            let goal = generator.point(0...reach, from: middle)
            let walk = point.distance(to: goal) / Self.strollingMetersPerSecond
            guard now.advanced(bySeconds: pause + walk) < end else { break }
            stay(seconds: pause)
            move(to: goal, speed: Self.strollingMetersPerSecond, by: .foot)
        }
        stay(until: end)
    }

    private mutating func drive(to goal: LabPoint, by mode: TravelMode, using generator: inout SeededGenerator) {
        let isEastFirst = generator.happens(0.5)
        let corner =
            isEastFirst ? LabPoint(east: goal.east, north: point.north) : LabPoint(east: point.east, north: goal.north)
        for end in [corner, goal] {
            let start = point
            let blocks = max(1, Int((start.distance(to: end) / Self.blockMeters(mode)).rounded()))
            for block in 1...blocks {
                let speed = mode.metersPerSecond * generator.number(0.75...1.2)
                move(to: start.toward(end, Double(block) / Double(blocks)), speed: speed, by: mode)
                if block < blocks, generator.happens(mode == .foot ? 0.15 : 0.35) {
                    stay(seconds: generator.number(8...50))
                }
            }
        }
    }

    private mutating func ride(to goal: LabPoint, using generator: inout SeededGenerator) {
        let start = point
        let stops = max(1, Int((start.distance(to: goal) / 2000).rounded()))
        for stop in 1...stops {
            let speed = TravelMode.train.metersPerSecond * generator.number(0.6...0.9)
            move(to: start.toward(goal, Double(stop) / Double(stops)), speed: speed, by: .train)
            stay(seconds: generator.number(25...60))
        }
    }

    /// How far it is from one light to the next, in metres.
    private static func blockMeters(_ mode: TravelMode) -> Double { mode == .foot ? 300 : 600 }
}
