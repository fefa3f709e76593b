public import TrackingModel
public import VisitModel

extension RadarTracking {
    /// Takes a trip that the server has taken (`Radar.startTrip`); of one that it refused, nothing changes.
    ///
    /// Given options start tracking at once, or are only kept when they name a time to start at. Without them, tracking
    /// starts where the trip wants it and it is off. Then one update is asked for.
    ///
    /// - Parameters:
    ///   - trip: the trip.
    ///   - options: the options for the time of the trip; `nil` for those in force.
    ///   - now: the phone's time.
    /// - Returns: what to do.
    /// - Throws: `TrackingEngineError` with code `options` for options of the other platform.
    public mutating func tripStarted(
        _ trip: RadarTripOptions,
        options: RadarTrackingOptions? = nil,
        at now: Timestamp
    ) throws(TrackingEngineError) -> [RadarEffect] {
        try options?.check(for: platform)
        // A trip that follows another one ends in what was before the first.
        if self.trip == nil {
            sources.beforeTrip = isTracking ? sources.local : nil
        }
        self.trip = trip
        var effects: [RadarEffect] = []
        if let options {
            if options.startTrackingAfter == nil {
                effects += startChecked(options, at: now)
            } else {
                sources.local = options
                effects += updateTracking(location: nil, at: now)
            }
        } else if trip.startsTracking, !isTracking {
            effects += startChecked(self.options, at: now)
        } else {
            effects += updateTracking(location: nil, at: now)
        }
        return stored(effects + trackOnce(at: now))
    }

    /// Takes what the server has taken as news of the trip (`Radar.updateTrip`); without a trip, nothing changes.
    ///
    /// - Parameter trip: the trip as it is from now on.
    /// - Returns: what to do.
    public mutating func tripUpdated(_ trip: RadarTripOptions) -> [RadarEffect] {
        guard self.trip != nil else { return [] }
        self.trip = trip
        return [.store]
    }

    /// Takes the end of a request to complete or cancel a trip (`Radar.completeTrip`, `Radar.cancelTrip`).
    ///
    /// The options from before the trip come back, and without them tracking stops, even when the request failed; the
    /// trip itself is over only when the server ended it or does not know it.
    ///
    /// - Parameters:
    ///   - status: how the request ended.
    ///   - now: the phone's time.
    /// - Returns: what to do.
    public mutating func tripEnded(_ status: RadarStatus, at now: Timestamp) -> [RadarEffect] {
        if status == .success || status == .errorNotFound {
            trip = nil
        }
        return restoreBeforeTrip(at: now)
    }

    mutating func restoreBeforeTrip(at now: Timestamp) -> [RadarEffect] {
        defer { sources.beforeTrip = nil }
        return sources.beforeTrip.map { startChecked($0, at: now) } ?? stop(at: now)
    }
}
