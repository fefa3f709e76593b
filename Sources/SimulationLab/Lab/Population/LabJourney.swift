internal import PhoneSimulator
internal import VisitModel

/// The way of a member while it is put together: it only goes on in time, so that it is always a movement.
struct LabJourney {
    /// The way so far.
    private(set) var waypoints: [Movement.Waypoint]
    /// Until when.
    private(set) var now: Timestamp
    /// Where it has led.
    private(set) var point: LabPoint

    private let city: LabCity

    /// Begins somewhere.
    init(at point: LabPoint, in city: LabCity, since start: Timestamp) {
        self.city = city
        self.point = point
        now = start
        waypoints = [Movement.Waypoint(time: start, coordinate: city.coordinate(of: point))]
    }

    /// Stays until a time, which has no effect where that is over.
    mutating func stay(until time: Timestamp) { now = max(now, time) }

    /// Stays for some seconds.
    mutating func stay(seconds: Double) { now = now.advanced(bySeconds: max(0, seconds)) }

    /// Goes on in a straight line.
    ///
    /// - Parameters:
    ///   - goal: where to; less than a metre away nothing happens.
    ///   - speed: in metres a second.
    ///   - mode: what a motion service says of it.
    mutating func move(to goal: LabPoint, speed: Double, by mode: TravelMode) {
        let meters = point.distance(to: goal)
        guard meters >= 1 else { return }
        let start = Movement.Waypoint(time: now, coordinate: city.coordinate(of: point), activity: mode.activity)
        if waypoints.last?.time == now { waypoints.removeLast() }
        waypoints.append(start)
        // A millisecond at least, or time would stand still.
        now = max(now.advanced(bySeconds: meters / speed), now.advanced(bySeconds: 0.001))
        point = goal
        waypoints.append(Movement.Waypoint(time: now, coordinate: city.coordinate(of: goal)))
    }
}
