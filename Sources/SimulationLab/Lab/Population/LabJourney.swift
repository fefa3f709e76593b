internal import PhoneSimulator
internal import VisitModel

/// Builds a member's movement; time only moves forward, so the waypoints are always a valid movement.
struct LabJourney {
    /// The waypoints so far.
    private(set) var waypoints: [Movement.Waypoint]
    /// The time at the end of the waypoints and stays so far.
    private(set) var now: Timestamp
    /// The current point.
    private(set) var point: LabPoint

    private let city: LabCity

    /// Begins at a point.
    init(at point: LabPoint, in city: LabCity, since start: Timestamp) {
        self.city = city
        self.point = point
        now = start
        waypoints = [Movement.Waypoint(time: start, coordinate: city.coordinate(of: point))]
    }

    /// Stays until a time; has no effect where that is past.
    mutating func stay(until time: Timestamp) { now = max(now, time) }

    /// Stays for some seconds; has no effect for a negative number.
    mutating func stay(seconds: Double) { now = now.advanced(bySeconds: max(0, seconds)) }

    /// Moves in a straight line.
    ///
    /// - Parameters:
    ///   - goal: the destination; less than a metre away it has no effect.
    ///   - speed: in metres per second.
    ///   - mode: the travel mode, which decides the activity that a motion service reports.
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
