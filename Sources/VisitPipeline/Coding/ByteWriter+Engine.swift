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
        write(proof.hasMock)
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
        write(optional: evaluator.lastUsable) { writer, sighting in
            writer.write(sighting.time)
            writer.write(sighting.coordinate)
            writer.write(sighting.isOnTheMove)
        }
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
    }

    /// What is saved is nearly always what is registered, and then written once.
    mutating func write(_ registry: GeofenceRegistry) {
        write(keys: registry.registered)
        write(registry.saved == registry.registered)
        if registry.saved != registry.registered { write(keys: registry.saved) }
    }

    /// Sorted keys, each as the difference from the one before.
    private mutating func write(keys: [FenceKey]) {
        write(count: keys.count)
        var before: Int32 = 0
        for key in keys {
            write(signed: Int64(key.rawValue - before))
            before = key.rawValue
        }
    }
}
