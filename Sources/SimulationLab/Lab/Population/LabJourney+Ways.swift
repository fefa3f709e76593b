internal import PhoneSimulator
internal import VisitModel

extension LabJourney {
    /// Walking speed indoors, in metres per second.
    private static let strollingMetersPerSecond = 0.9

    /// Moves to a point through the streets.
    ///
    /// Streets run along the map's axes, so a route has a corner; speeds change from block to block, and some lights
    /// are red. A route by train has a walk to and from the stations.
    ///
    /// - Parameters:
    ///   - goal: the destination.
    ///   - mode: the travel mode; a train is used only above 2500 m.
    ///   - generator: the random source.
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

    /// Walks a few metres now and then during a stay, as people do indoors.
    ///
    /// - Parameters:
    ///   - seconds: the length of the stay.
    ///   - middle: the point that all moves stay around.
    ///   - reach: the largest distance from `middle`, in metres.
    ///   - pauses: the time between two moves, in seconds.
    ///   - generator: the random source.
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

    /// The distance between two traffic lights, in metres.
    private static func blockMeters(_ mode: TravelMode) -> Double { mode == .foot ? 300 : 600 }
}
