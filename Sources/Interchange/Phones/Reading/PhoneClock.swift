internal import VisitModel

/// The correction of a phone's times where the payload shows the error of its clock.
///
/// That is an age measured when the phone sent (Radar's `updatedAtMsDiff`, our `age_ms`) or the time of sending by the
/// same clock (our `sent_at`). The phone's own time is kept where both agree within `tolerance`, so that a record that
/// is sent again stays the same record.
struct PhoneClock {
    /// The tolerated difference of the two times, in milliseconds: two minutes, more than a request takes on a bad
    /// network.
    static let tolerance: Int64 = 120_000

    /// The receive time of the request, by the service's clock.
    let receivedAt: Timestamp

    /// The correction to add to a phone's time, in milliseconds, for a fix of an age.
    ///
    /// - Parameters:
    ///   - age: the age of the fix when it was sent, in milliseconds; a negative one is ignored.
    ///   - said: its time by the phone's clock.
    /// - Returns: milliseconds; 0 where the clock is good.
    func correction(age: Int64, of said: Timestamp) -> Int64 {
        guard age >= 0 else { return 0 }
        return beyondTolerance(receivedAt.milliseconds - age - said.milliseconds)
    }

    /// The correction to add to a phone's times, in milliseconds, for a request with a time of sending.
    ///
    /// - Parameter sentAt: the time of sending by the phone's clock.
    /// - Returns: milliseconds; 0 where the clock is good.
    func correction(sentAt: Timestamp) -> Int64 {
        beyondTolerance(receivedAt.milliseconds - sentAt.milliseconds)
    }

    private func beyondTolerance(_ difference: Int64) -> Int64 {
        difference.magnitude > UInt64(Self.tolerance) ? difference : 0
    }
}
