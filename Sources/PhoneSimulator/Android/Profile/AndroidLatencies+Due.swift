internal import VisitModel

extension AndroidLatencies {
    /// Returns the time at which a transition is delivered.
    ///
    /// The drawn delay for the situation comes first, then the fence's responsiveness, then Doze. The latter two defer
    /// it to the next of evenly spaced moments that are the same for all fences, since common deliveries save power.
    ///
    /// - Parameters:
    ///   - time: the earliest time of the delivery.
    ///   - responsivenessSeconds: the value of the app's request, 0 or more.
    ///   - surroundings: the situation of the phone.
    ///   - generator: one number is drawn from it.
    /// - Returns: `time` or later.
    func due(
        from time: Timestamp,
        responsivenessSeconds: Double,
        in surroundings: RegionSurroundings,
        generator: inout SeededGenerator
    ) -> Timestamp {
        let range = delaySeconds(in: surroundings)
        let drawn = range.lowerBound + (range.upperBound - range.lowerBound) * generator.unit()
        let ready = time.advanced(bySeconds: max(0, drawn)).roundedUp(toSeconds: responsivenessSeconds)
        // An app in the foreground or with a foreground service is not deferred.
        guard surroundings.isDozing, !surroundings.isAppInFront, let dozeBatchSeconds else { return ready }
        return ready.roundedUp(toSeconds: dozeBatchSeconds)
    }

    /// Returns the range from which delays are drawn.
    ///
    /// - Parameter surroundings: the situation of the phone.
    /// - Returns: a range in seconds.
    func delaySeconds(in surroundings: RegionSurroundings) -> ClosedRange<Double> {
        if surroundings.isAppInFront { return inFrontSeconds }
        if !surroundings.isConnected { return offlineSeconds }
        if surroundings.isMoving { return movingSeconds }
        return surroundings.restSeconds > longRestSeconds ? longRestDelaySeconds : backgroundSeconds
    }
}

extension Timestamp {
    /// Rounds a time up to a whole number of steps since 1970.
    ///
    /// - Parameter step: the step in seconds; 0 or less changes nothing.
    /// - Returns: this time or a later one.
    func roundedUp(toSeconds step: Double) -> Timestamp {
        let step = Int64((step * 1000).rounded())
        guard step > 0 else { return self }
        let remainder = milliseconds % step
        guard remainder != 0 else { return self }
        return Timestamp(milliseconds: milliseconds - remainder + (remainder > 0 ? step : 0))
    }
}
