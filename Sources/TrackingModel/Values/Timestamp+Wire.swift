package import VisitModel

extension Timestamp {
    /// The time as records have it: ISO 8601 in UTC, always with three digits of milliseconds and a `Z`.
    ///
    /// Transistor reference, "Location data". `iso8601` leaves milliseconds out where there are none.
    package var wireText: String { iso8601(showsZeroMilliseconds: true) }
}
