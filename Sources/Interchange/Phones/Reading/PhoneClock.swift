internal import VisitModel

/// Puts a phone's times right where the payload shows by how much its clock is wrong.
///
/// An age measured when the phone sent (Radar's `updatedAtMsDiff`, our `age_ms`) or the time of sending by the same clock
/// (our `sent_at`) says so. The phone's own time is kept where both agree within `tolerance`, so that a record that is
/// sent again stays the same record.
struct PhoneClock {
    /// How far the two times may lie apart, in milliseconds: two minutes, more than a request takes on a bad network.
    static let tolerance: Int64 = 120_000

    /// When the request came in, by our clock.
    let receivedAt: Timestamp

    /// What has to be added to a phone's time, in milliseconds, for a reading of an age.
    ///
    /// - Parameters:
    ///   - age: how old the reading was when it was sent, in milliseconds; a negative one says nothing.
    ///   - said: its time by the phone's clock.
    /// - Returns: milliseconds; 0 where the clock is good.
    func correction(age: Int64, of said: Timestamp) -> Int64 {
        guard age >= 0 else { return 0 }
        return beyondTolerance(receivedAt.milliseconds - age - said.milliseconds)
    }

    /// What has to be added to a phone's times, in milliseconds, for a request that says when it was sent.
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
