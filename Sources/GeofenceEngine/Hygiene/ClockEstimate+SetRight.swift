public import VisitModel

extension ClockEstimate {
    /// Where a clock was set right between two fixes of one delivery.
    public struct SetRight: Hashable, Sendable {
        /// The error of the clock for the fixes before.
        public let error: ClockError
        /// The index of the first fix after.
        public let firstRight: Int
        /// The time of the newest fix after.
        let newestTime: Timestamp
    }

    /// The longest time between the two fixes, in milliseconds: 15 minutes.
    private static let longestStep: Int64 = 900_000

    /// Finds where the clock was set right between two fixes of a delivery; `nil` where the delivery does not show it.
    ///
    /// The times are those of the fixes by the device's clock, in the order of the delivery, which has to be the one in
    /// which they were taken. They go back once, by the known offset less the time between the two fixes, and the last fix
    /// is fresh. The lead of a single delivery will do where this one has a fix from the future too. The newest time alone would be that of a fix before, and all fixes a late batch of the wrong clock.
    public func setRight(in times: [Timestamp], receivedAt time: Timestamp) -> SetRight? {
        guard let last = times.last, let newest = times.max(),
            (-Self.longestStep...Self.steadiness).contains(last.milliseconds - time.milliseconds)
        else { return nil }
        let steps = zip(times, times.dropFirst()).map { $1.milliseconds - $0.milliseconds }
        guard let index = steps.firstIndex(where: { $0 < 0 }), steps[(index + 1)...].allSatisfy({ $0 >= 0 }) else {
            return nil
        }
        // The same delivery, received a second time, finds the clock right already.
        let before = Timestamp(milliseconds: time.milliseconds - 1)
        var errors = [error(at: time), error(at: before)]
        if newest.milliseconds - time.milliseconds > Self.steadiness {
            errors += unconfirmed.compactMap { lead in
                guard lead.isCorrected,
                    (0...Self.lifetime).contains(time.milliseconds - lead.receivedAt.milliseconds)
                else { return nil }
                return ClockError(offsetMilliseconds: lead.offsetMilliseconds, seemsBehind: false)
            }
        }
        let error = errors.first { error in
            let step = error.offsetMilliseconds + steps[index]
            return error.offsetMilliseconds >= Self.agreement && step >= -Self.steadiness
                && step <= min(Self.longestStep, error.offsetMilliseconds / 2)
        }
        return error.map { SetRight(error: $0, firstRight: index + 1, newestTime: last) }
    }
}
