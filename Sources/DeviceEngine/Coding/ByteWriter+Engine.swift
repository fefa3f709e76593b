internal import GeofenceEngine
internal import VisitModel

extension ByteWriter {
    mutating func write(_ fix: Fix) {
        FixPacking.write(CollectionOfOne(fix), to: &self)
    }

    mutating func write(_ hygiene: FixHygiene) {
        write(optional: hygiene.accepted) { $0.write($1) }
        write(optional: hygiene.held) { $0.write($1) }
    }

    mutating func write(_ proof: FenceTrack.Proof) {
        write(proof.firstAt)
        write(signed: proof.lastAt.milliseconds - proof.firstAt.milliseconds)
        write(count: proof.count)
        write(proof.isSingleReading)
        write(proof.logOddsInside)
        write(proof.absentSeconds)
        write(proof.continuousSeconds)
        write(proof.depthMeters)
        write(proof.isStationary)
        write(proof.wasStationary)
        write(count: Int(proof.pace.rawValue))
        // One bit each: a byte written by a version that knew only the mock flag reads the same.
        write((proof.hasMock ? 1 : 0) | (proof.hasClockBehind ? 2 : 0) as UInt8)
        write(proof.arrival)
        write(optional: proof.lastClearAt) { $0.write($1) }
        write(proof.position)
    }

    mutating func write(_ boundary: StayBoundary) {
        write(boundary.earliest)
        write(signed: boundary.latest.milliseconds - boundary.earliest.milliseconds)
        write(optional: boundary.gapSeconds) { $0.write($1) }
        write(boundary.edgeMeters)
        write(count: Int(boundary.motion.rawValue))
    }

    mutating func write(_ position: PositionSum) {
        write(position.origin)
        write(position.weight)
        write(position.share)
        write(position.north)
        write(position.east)
    }

    mutating func write(_ passage: Passage) {
        write(passage.pathMeters)
        write(passage.directMeters)
    }

    mutating func write(_ sighting: GeofenceEvaluator.Sighting) {
        write(sighting.time)
        write(sighting.coordinate)
        write(sighting.accuracyMeters)
        write(count: Int(sighting.motion.rawValue))
    }

    mutating func write(_ track: FenceTrack) {
        write(unsigned: UInt64(track.key.rawValue))
        write(track.isConfirmed)
        write(track.isPresumed)
        write(track.enteredAt)
        write(optional: track.approach) { $0.write($1) }
        write(track.proof)
        write(optional: track.doubt) { writer, doubt in
            writer.write(doubt.time)
            writer.write(doubt.edgeMeters)
            writer.write(doubt.coordinate)
            writer.write(optional: doubt.speed) { $0.write($1) }
            writer.write(doubt.isClaimed)
            writer.write(doubt.isPoor)
            writer.write(optional: doubt.heldUntil) { $0.write($1) }
        }
        write(optional: track.departure) { writer, departure in
            writer.write(departure.since)
            writer.write(departure.farthestMeters)
            writer.write(departure.wasAbsent)
            writer.write(departure.reading)
        }
        write(track.heardAt)
        write(track.heardFrom)
        write(count: Int(max(0, track.heartbeatSeconds)))
        write(track.logOddsOutside)
    }

    mutating func write(_ reading: RepeatedReading?) {
        write(optional: reading) { writer, reading in
            writer.write(reading.coordinate)
            writer.write(count: reading.fixes)
        }
    }

    mutating func write(_ evaluator: GeofenceEvaluator) {
        write(count: evaluator.tracks.count)
        for track in evaluator.tracks { write(track) }
        write(optional: evaluator.lastUsable) { $0.write($1) }
        write(optional: evaluator.earlierUsable) { $0.write($1) }
    }

    mutating func write(_ stay: Stay) {
        write(fixed: stay.id.rawValue)
        write(unsigned: UInt64(stay.key.rawValue))
        write(stay.enteredAt)
        write(optional: stay.dwelledAt) { $0.write($1) }
        write(optional: stay.exitedAt) { $0.write($1) }
        write(count: Visit.Status.allCases.firstIndex(of: stay.status) ?? 0)
        write(count: stay.thresholdSeconds)
        write(stay.proof)
        write(optional: stay.earlierProof) { $0.write($1) }
        write(optional: stay.departure) { $0.write($1) }
        write(optional: stay.passage) { $0.write($1) }
        write(stay.nightShare)
        write(count: stay.entries)
        write(count: stay.doubts.rawValue)
    }

    mutating func write(_ builder: VisitBuilder) {
        write(count: builder.open.count)
        for stay in builder.open { write(stay) }
        write(count: builder.recent.count)
        for recent in builder.recent {
            write(recent.stay)
            write(recent.beyondMeters)
            write(recent.reading)
        }
        write(count: builder.nightPlaces.count)
        for place in builder.nightPlaces {
            write(unsigned: UInt64(place.key.rawValue))
            write(place.position)
            write(signed: Int64(place.lastDay))
            write(unsigned: UInt64(place.nights))
        }
    }

    /// Writes the registered fences, and the saved ones only where they differ, which is rare.
    mutating func write(_ registry: GeofenceRegistry) {
        write(keys: registry.registered)
        write(registry.saved == registry.registered)
        if registry.saved != registry.registered { write(keys: registry.saved) }
    }

    /// Writes sorted keys, each as the difference from the previous one.
    private mutating func write(keys: [FenceKey]) {
        write(count: keys.count)
        var before: Int32 = 0
        for key in keys {
            write(signed: Int64(key.rawValue - before))
            before = key.rawValue
        }
    }
}
