internal import PhoneSimulator
internal import VisitModel

/// A generated member: home, work, travel mode, and the facilities visited.
struct LabMember: Hashable, Sendable {
    /// From 1.
    let number: Int
    let home: LabPoint
    /// The place of work or school; `nil` for neither.
    let work: LabPoint?
    /// The travel mode to work and to everything that is not near.
    let mode: TravelMode
    let customs: [Custom]
    /// The member's list, by indices in the network; `nil` for the whole network.
    let list: [Int]?

    /// A facility that the member visits regularly, by its index in the network.
    struct Custom: Hashable, Sendable {
        let place: Int
        let perWeek: Double
    }

    /// Generates a member.
    ///
    /// The shares are assumptions: 85 % work or study, half go by car, 70 % have a list of their own.
    init(_ number: Int, in city: LabCity, _ network: LabNetwork, seed: UInt64) {
        var generator = SeededGenerator(seed: seed, for: "member", number)
        self.number = number
        let home = generator.clearPoint(in: city, network, within: 0.25...1)
        let work = generator.happens(0.85) ? generator.clearPoint(in: city, network, within: 0...0.8) : nil
        self.home = home
        self.work = work
        let way = work.map(home.distance) ?? 0
        let draw = generator.unit()
        switch (way, draw) {
        case (..<1200, ..<0.7): mode = .foot
        case (4000..., ..<0.25): mode = .train
        case (..<7000, 0.25..<0.5): mode = .bike
        default: mode = .car
        }
        // People visit facilities near their home or their work.
        func meters(_ place: LabNetwork.Place) -> Double {
            min(home.distance(to: place.middle), work?.distance(to: place.middle) ?? .infinity)
        }
        var near = network.places.indices.sorted {
            (meters(network.places[$0]), $0) < (meters(network.places[$1]), $1)
        }.prefix(6).map(\.self)
        var chosen: [Int] = []
        for _ in 0..<generator.whole(1...3) where !near.isEmpty {
            chosen.append(near.remove(at: generator.whole(0...near.count - 1)))
        }
        customs = chosen.map { place in
            let often: ClosedRange<Double> =
                switch network.places[place].kind {
                case .gym: 1.5...4
                case .clinic: 0.25...0.75
                case .coworking: 1...3
                }
            return Custom(place: place, perWeek: generator.number(often))
        }
        list = generator.happens(0.7) ? chosen : nil
    }
}

extension SeededGenerator {
    /// A random point of a city away from every facility, between two shares of the city's reach from its centre.
    mutating func clearPoint(
        in city: LabCity,
        _ network: LabNetwork,
        within shares: ClosedRange<Double>
    ) -> LabPoint {
        let meters = shares.lowerBound * city.reachMeters...shares.upperBound * city.reachMeters
        while true {
            let point = point(meters, from: LabPoint(east: 0, north: 0))
            if network.isClear(point) { return point }
        }
    }
}

/// Builds a member's movement; time only moves forward, so the waypoints are always a valid movement.
struct LabJourney {
    private(set) var waypoints: [Movement.Waypoint]
    /// The time at the end of the waypoints and stays so far.
    private(set) var now: Timestamp
    private(set) var point: LabPoint

    private let city: LabCity

    init(at point: LabPoint, in city: LabCity, since start: Timestamp) {
        self.city = city
        self.point = point
        now = start
        waypoints = [Movement.Waypoint(time: start, coordinate: city.coordinate(of: point))]
    }

    /// Has no effect where the time is past.
    mutating func stay(until time: Timestamp) { now = max(now, time) }

    /// Has no effect for a negative number.
    mutating func stay(seconds: Double) { now = now.advanced(bySeconds: max(0, seconds)) }

    /// Moves in a straight line; has no effect where the goal is less than a metre away.
    ///
    /// The speed is in metres per second. The mode decides the activity that a motion service reports.
    mutating func move(to goal: LabPoint, speed: Double, by mode: TravelMode) {
        let meters = point.distance(to: goal)
        guard meters >= 1 else { return }
        let start = Movement.Waypoint(time: now, coordinate: city.coordinate(of: point), activity: mode.activity)
        if waypoints.last?.time == now { waypoints.removeLast() }
        waypoints.append(start)
        // At least a millisecond, so that waypoints have increasing times.
        now = max(now.advanced(bySeconds: meters / speed), now.advanced(bySeconds: 0.001))
        point = goal
        waypoints.append(Movement.Waypoint(time: now, coordinate: city.coordinate(of: goal)))
    }
}

extension LabJourney {
    private static let strollingMetersPerSecond = 0.9

    /// Moves to a point through the streets.
    ///
    /// Streets run along the map's axes, so a route has a corner; speeds change from block to block, and some lights
    /// are red. A route by train has a walk to and from the stations; below 2500 m it is on foot.
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
    /// All moves stay within `reach` metres of `middle`; `pauses` are the seconds between two moves.
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

/// A point on the flat map of a generated city, in metres from the centre.
struct LabPoint: Hashable, Sendable {
    var east: Double
    var north: Double

    func distance(to other: LabPoint) -> Double {
        let (east, north) = (other.east - east, other.north - north)
        return (east * east + north * north).squareRoot()
    }

    func moved(east: Double, north: Double) -> LabPoint { LabPoint(east: self.east + east, north: self.north + north) }

    /// The point at a share of the straight line to another point; 0 is this one, 1 the other.
    func toward(_ other: LabPoint, _ share: Double) -> LabPoint {
        moved(east: (other.east - east) * share, north: (other.north - north) * share)
    }
}
