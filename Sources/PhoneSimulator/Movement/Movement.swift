public import VisitModel

/// Where a phone really is at any time: the truth that its system only sees through its sensors.
///
/// A chain of places with times, between which the phone moves evenly; before the first and after the last it rests.
public struct Movement: Hashable, Sendable {
    /// A place that the phone is at, at a time.
    public struct Waypoint: Hashable, Sendable {
        /// When.
        public let time: Timestamp
        /// Where.
        public let coordinate: Coordinate
        /// How the phone goes on from here; `nil` lets the speed tell.
        public let activity: Activity?

        /// Makes a waypoint.
        ///
        /// - Parameters:
        ///   - time: when.
        ///   - coordinate: where.
        ///   - activity: how the phone goes on from here.
        public init(time: Timestamp, coordinate: Coordinate, activity: Activity? = nil) {
            self.time = time
            self.coordinate = coordinate
            self.activity = activity
        }
    }

    /// The places in the order of time, one at least.
    public let waypoints: [Waypoint]
    /// How fast the phone goes on from each place but the last, in metres a second.
    private let speeds: [Double]

    /// Takes a chain of places.
    ///
    /// - Parameter waypoints: one at least, each later than the one before.
    /// - Throws: `SimulatorError` with code `movement` where there is none or time stands still or goes back.
    public init(_ waypoints: [Waypoint]) throws(SimulatorError) {
        guard !waypoints.isEmpty else {
            throw SimulatorError(.movement, "the movement has no place; give the phone at least one")
        }
        for (before, after) in zip(waypoints, waypoints.dropFirst()) where after.time <= before.time {
            throw SimulatorError(
                .movement,
                "the movement goes from \(before.time) to \(after.time); each place needs a later time than the one before"
            )
        }
        self.waypoints = waypoints
        speeds = zip(waypoints, waypoints.dropFirst()).map { start, end in
            start.coordinate.distance(to: end.coordinate) / start.time.seconds(to: end.time)
        }
    }

    /// A phone that never moves.
    ///
    /// - Parameters:
    ///   - coordinate: where it rests.
    ///   - time: any time.
    public init(restingAt coordinate: Coordinate, since time: Timestamp) {
        self.waypoints = [Waypoint(time: time, coordinate: coordinate)]
        speeds = []
    }

    /// Where the phone is, and how it moves.
    ///
    /// - Parameter time: any time.
    /// - Returns: the truth at that time.
    public func truth(at time: Timestamp) -> Truth {
        var leg = index(after: time)
        return truth(at: time, leg: &leg)
    }

    /// The same for who asks for one time after the other.
    ///
    /// - Parameters:
    ///   - time: any time.
    ///   - leg: the number of the first place that was later than the time asked for last; that of this time afterwards.
    /// - Returns: the truth at that time.
    func truth(at time: Timestamp, leg: inout Int) -> Truth {
        let isSame =
            (leg == 0 || waypoints[leg - 1].time <= time) && (leg == waypoints.count || time < waypoints[leg].time)
        if !isSame { leg = index(after: time) }
        let next = leg
        guard next > 0 else {
            return Truth(coordinate: waypoints[0].coordinate, speedMetersPerSecond: 0, activity: .still)
        }
        let start = waypoints[next - 1]
        guard next < waypoints.count else {
            return Truth(coordinate: start.coordinate, speedMetersPerSecond: 0, activity: .still)
        }
        let end = waypoints[next]
        let speed = speeds[next - 1]
        guard speed >= Self.slowestMetersPerSecond else {
            return Truth(coordinate: start.coordinate, speedMetersPerSecond: 0, activity: .still)
        }
        let share = start.time.seconds(to: time) / start.time.seconds(to: end.time)
        return Truth(
            coordinate: start.coordinate.moved(toward: end.coordinate, by: share),
            speedMetersPerSecond: speed,
            activity: start.activity ?? Self.activity(at: speed)
        )
    }

    /// The next time at which the phone begins, ends or changes a movement.
    ///
    /// - Parameter time: any time.
    /// - Returns: the time of the next place; `nil` after the last.
    public func nextChange(after time: Timestamp) -> Timestamp? {
        let next = index(after: time)
        return next < waypoints.count ? waypoints[next].time : nil
    }

    /// Slower than this is no movement but a place that was noted twice, a little apart.
    static let slowestMetersPerSecond = 0.05

    /// What a motion service would say of a speed: walking up to 2.2 m/s, running up to 4, cycling up to 8.
    static func activity(at speed: Double) -> Activity {
        switch speed {
        case ..<2.2: .walking
        case ..<4: .running
        case ..<8: .onBicycle
        default: .inVehicle
        }
    }

    /// The first waypoint that is later than a time.
    private func index(after time: Timestamp) -> Int {
        var (low, high) = (0, waypoints.count)
        while low < high {
            let middle = (low + high) / 2
            if waypoints[middle].time <= time { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// Where a phone really is, and how it moves.
public struct Truth: Hashable, Sendable {
    /// Where.
    public let coordinate: Coordinate
    /// How fast; 0 at rest.
    public let speedMetersPerSecond: Double
    /// How.
    public let activity: Activity

    /// Whether the phone moves.
    public var isMoving: Bool { speedMetersPerSecond > 0 }

    /// Makes a truth.
    ///
    /// - Parameters:
    ///   - coordinate: where.
    ///   - speedMetersPerSecond: how fast; 0 at rest.
    ///   - activity: how.
    public init(coordinate: Coordinate, speedMetersPerSecond: Double, activity: Activity) {
        self.coordinate = coordinate
        self.speedMetersPerSecond = speedMetersPerSecond
        self.activity = activity
    }
}
