extension Fix: Comparable {
    /// The total order of a device's fixes: by time, then by content.
    ///
    /// Equal times occur (batches, second-resolution clocks). Ordering those by content makes the result independent of
    /// the order of delivery, and makes exact duplicates adjacent.
    public static func < (lhs: Fix, rhs: Fix) -> Bool {
        if lhs.time != rhs.time { return lhs.time < rhs.time }
        return lhs.contentPrecedes(rhs)
    }

    /// Orders two fixes of the same time.
    private func contentPrecedes(_ other: Fix) -> Bool {
        if coordinate.latitude != other.coordinate.latitude {
            return coordinate.latitude < other.coordinate.latitude
        }
        if coordinate.longitude != other.coordinate.longitude {
            return coordinate.longitude < other.coordinate.longitude
        }
        for (left, right) in [
            (horizontalAccuracy, other.horizontalAccuracy), (speed, other.speed), (course, other.course),
            (altitude, other.altitude), (battery, other.battery),
        ] where left != right {
            return (left ?? -.infinity) < (right ?? -.infinity)
        }
        if activity != other.activity {
            return (activity?.rawValue ?? "") < (other.activity?.rawValue ?? "")
        }
        return flags.rawValue < other.flags.rawValue
    }
}
