public import VisitModel

/// The true positions of a phone over time, which its system only observes through its sensors.
///
/// A sequence of waypoints, between which the phone moves evenly; before the first and after the last it rests.
public struct Movement: Hashable, Sendable {
    /// A position of the phone at a time.
    public struct Waypoint: Hashable, Sendable {
        /// The time.
        public let time: Timestamp
        /// The position.
        public let coordinate: Coordinate
        /// The activity from here on; `nil` derives it from the speed.
        public let activity: Activity?

        /// Creates a waypoint.
        public init(time: Timestamp, coordinate: Coordinate, activity: Activity? = nil) {
            self.time = time
            self.coordinate = coordinate
            self.activity = activity
        }
    }

    /// The waypoints in chronological order, at least one.
    public let waypoints: [Waypoint]
    /// The speed from each waypoint but the last, in metres per second.
    private let speeds: [Double]

    /// Creates a movement from waypoints.
    ///
    /// Throws `SimulatorError` with code `movement` if there is none or the times do not increase.
    public init(_ waypoints: [Waypoint]) throws(SimulatorError) {
        guard !waypoints.isEmpty else {
            throw SimulatorError(.movement, "the movement has no place; add at least one")
        }
        for (before, after) in zip(waypoints, waypoints.dropFirst()) where after.time <= before.time {
            throw SimulatorError(
                .movement,
                """
                the movement goes from \(before.time) to \(after.time); each place needs a later time than the \
                previous one
                """
            )
        }
        self.waypoints = waypoints
        speeds = zip(waypoints, waypoints.dropFirst()).map { start, end in
            start.coordinate.distance(to: end.coordinate) / start.time.seconds(to: end.time)
        }
    }

    /// Creates the movement of a phone that never moves; any time will do.
    public init(restingAt coordinate: Coordinate, since time: Timestamp) {
        self.waypoints = [Waypoint(time: time, coordinate: coordinate)]
        speeds = []
    }

    /// Returns the true position and motion at a time.
    public func truth(at time: Timestamp) -> Truth {
        var leg = index(after: time)
        return truth(at: time, leg: &leg)
    }

    /// Returns the truth at a time, faster for successive times.
    ///
    /// `leg` is the index of the first waypoint later than the previous time, and is updated to that of this time.
    func truth(at time: Timestamp, leg: inout Int) -> Truth {
        let isSame =
            (leg == 0 || waypoints[leg - 1].time <= time) && (leg == waypoints.count || time < waypoints[leg].time)
        if !isSame { leg = index(after: time) }
        let start = waypoints[max(0, leg - 1)]
        guard leg > 0, leg < waypoints.count, speeds[leg - 1] >= Self.slowestMetersPerSecond else {
            return Truth(coordinate: start.coordinate, speedMetersPerSecond: 0, activity: .still)
        }
        let (end, speed) = (waypoints[leg], speeds[leg - 1])
        let share = start.time.seconds(to: time) / start.time.seconds(to: end.time)
        return Truth(
            coordinate: start.coordinate.moved(toward: end.coordinate, by: share),
            speedMetersPerSecond: speed,
            activity: start.activity ?? Self.activity(at: speed)
        )
    }

    /// Returns the next time at which the phone starts, stops or changes a movement; `nil` after the last waypoint.
    public func nextChange(after time: Timestamp) -> Timestamp? {
        let next = index(after: time)
        return next < waypoints.count ? waypoints[next].time : nil
    }

    /// The minimum speed of a movement; below it, the waypoints are one place recorded twice, a little apart.
    static let slowestMetersPerSecond = 0.05

    /// Returns the motion activity of a speed: walking up to 2.2 m/s, running up to 4, cycling up to 8.
    static func activity(at speed: Double) -> Activity {
        switch speed {
        case ..<2.2: .walking
        case ..<4: .running
        case ..<8: .onBicycle
        default: .inVehicle
        }
    }

    /// Returns the index of the first waypoint later than a time.
    private func index(after time: Timestamp) -> Int {
        var (low, high) = (0, waypoints.count)
        while low < high {
            let middle = (low + high) / 2
            if waypoints[middle].time <= time { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// The true position and motion of a phone.
public struct Truth: Hashable, Sendable {
    /// The position.
    public let coordinate: Coordinate
    /// The speed; 0 at rest.
    public let speedMetersPerSecond: Double
    /// The motion activity.
    public let activity: Activity

    /// Whether the phone moves.
    public var isMoving: Bool { speedMetersPerSecond > 0 }
}

/// An error in the configuration of a simulated phone.
public typealias SimulatorError = CodedError<SimulatorErrorCode>

/// The kinds of `SimulatorError`.
public enum SimulatorErrorCode: String, ErrorCode, CaseIterable {
    /// A movement without a waypoint, or with times that do not increase.
    case movement
    /// An invalid number in a profile.
    case profile
}
