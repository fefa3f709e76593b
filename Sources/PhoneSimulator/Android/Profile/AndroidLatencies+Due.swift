internal import VisitModel

extension AndroidLatencies {
    /// When a transition is handed over.
    ///
    /// First the delay that is drawn for the surroundings, then the fence's responsiveness, then Doze. Both of these put
    /// it off to the next of moments that lie evenly apart, which are the same for all fences: that they fall together is
    /// what saves power.
    ///
    /// - Parameters:
    ///   - time: from when on it can be handed over.
    ///   - responsivenessSeconds: as the app asked for it, 0 or more.
    ///   - surroundings: how the phone is.
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
        // What is on the screen or has a foreground service is not put off.
        guard surroundings.isDozing, !surroundings.isAppInFront, let dozeBatchSeconds else { return ready }
        return ready.roundedUp(toSeconds: dozeBatchSeconds)
    }

    /// Which delays are drawn from.
    ///
    /// - Parameter surroundings: how the phone is.
    /// - Returns: seconds.
    func delaySeconds(in surroundings: RegionSurroundings) -> ClosedRange<Double> {
        if surroundings.isAppInFront { return inFrontSeconds }
        if !surroundings.isConnected { return offlineSeconds }
        if surroundings.isMoving { return movingSeconds }
        return surroundings.restSeconds > longRestSeconds ? longRestDelaySeconds : backgroundSeconds
    }
}

extension Timestamp {
    /// A time, or the next one that is a whole number of steps from 1970.
    ///
    /// - Parameter step: how long a step is, in seconds; 0 or less changes nothing.
    /// - Returns: this time or a later one.
    func roundedUp(toSeconds step: Double) -> Timestamp {
        let step = Int64((step * 1000).rounded())
        guard step > 0 else { return self }
        let remainder = milliseconds % step
        guard remainder != 0 else { return self }
        return Timestamp(milliseconds: milliseconds - remainder + (remainder > 0 ? step : 0))
    }
}
