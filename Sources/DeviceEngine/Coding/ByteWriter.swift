internal import GeofenceEngine
package import VisitModel

/// An encoder of values into compact bytes.
///
/// Small numbers take one byte (LEB128, as DWARF 5 section 7.6 describes it; signed ones zigzag), so that the state of
/// a device at rest is small. The output depends on the values alone.
package struct ByteWriter {
    /// The bytes so far, and room for more: an array that is asked for room byte by byte takes twice as long.
    private var space: [UInt8] = []
    private var count = 0

    package init() {}

    /// A copy of what was written.
    package var bytes: [UInt8] { Array(written) }

    private var written: ArraySlice<UInt8> { space[..<count] }

    package mutating func write(_ byte: UInt8) {
        makeRoom(for: 1)
        space[count] = byte
        count += 1
    }

    package mutating func write(unsigned value: UInt64) {
        makeRoom(for: 10)
        var (rest, end) = (value, count)
        space.withUnsafeMutableBufferPointer { space in
            while rest >= 0x80 {
                space[end] = UInt8(truncatingIfNeeded: rest) | 0x80
                rest >>= 7
                end += 1
            }
            space[end] = UInt8(rest)
        }
        count = end + 1
    }

    @inline(__always)
    private mutating func makeRoom(for more: Int) {
        if space.count - count < more { grow(by: more) }
    }

    @inline(never)
    private mutating func grow(by more: Int) {
        space += [UInt8](repeating: 0, count: max(more, space.count, 64))
    }

    private mutating func append(_ bytes: UnsafeRawBufferPointer) {
        makeRoom(for: bytes.count)
        space.withUnsafeMutableBytes { space in
            UnsafeMutableRawBufferPointer(rebasing: space[count...]).copyMemory(from: bytes)
        }
        count += bytes.count
    }

    package mutating func write(signed value: Int64) {
        write(unsigned: UInt64(bitPattern: (value << 1) ^ (value >> 63)))
    }

    package mutating func write(count: Int) { write(unsigned: UInt64(count)) }

    package mutating func write(_ value: Bool) { write(value ? 1 : 0 as UInt8) }

    /// All 64 bits, least significant byte first, so that the number is decoded exactly.
    package mutating func write(_ value: Double) { write(fixed: value.bitPattern) }

    mutating func write(fixed value: UInt64) {
        withUnsafeBytes(of: value.littleEndian) { append($0) }
    }

    package mutating func write(_ value: Timestamp) { write(signed: value.milliseconds) }

    mutating func write(_ value: Coordinate) {
        write(value.latitude)
        write(value.longitude)
    }

    /// The number of bytes, then the bytes.
    package mutating func write(bytes values: [UInt8]) {
        write(count: values.count)
        values.withUnsafeBytes { append($0) }
    }

    /// The bytes of the text in UTF-8.
    package mutating func write(text: String) { write(bytes: Array(text.utf8)) }

    /// One byte for the presence of the value, then the value.
    package mutating func write<Value>(optional value: Value?, _ body: (inout ByteWriter, Value) -> Void) {
        write(value != nil)
        if let value { body(&self, value) }
    }

    /// Appends a digest of the bytes, by which damage is detected before decoding.
    package mutating func appendChecksum() { write(fixed: Self.digest(of: written)) }

    /// A single changed byte always changes it.
    static func digest(of bytes: ArraySlice<UInt8>) -> UInt64 {
        var digest = StableDigest()
        digest.combine(bytes: bytes)
        return digest.checksum
    }
}

extension ByteWriter {
    /// As a list of one.
    mutating func write(_ fix: Fix) {
        write(count: 1)
        var packing = FixPacking()
        packing.write(fix, to: &self)
    }

    mutating func write(_ hygiene: FixHygiene) {
        write(optional: hygiene.accepted) { $0.write($1) }
        write(optional: hygiene.held) { $0.write($1) }
    }

    mutating func write(_ proof: FenceTrack.Proof) {
        write(proof.firstAt)
        write(signed: proof.lastAt.milliseconds - proof.firstAt.milliseconds)
        write(count: proof.count)
        write(proof.isSinglePosition)
        write(proof.logOddsInside)
        write(proof.absentSeconds)
        write(proof.continuousSeconds)
        write(proof.depthMeters)
        write(proof.isStationary)
        write(proof.wasStationary)
        write(count: Int(proof.pace.rawValue))
        // One bit each: a byte written by a version that knew only the first ones reads the same.
        write((proof.hasMock ? 1 : 0) | (proof.hasClockBehind ? 2 : 0) | (proof.isLocationOff ? 4 : 0) as UInt8)
        write(proof.arrival)
        write(optional: proof.lastClearAt) { $0.write($1) }
        write(proof.position)
        write(optional: proof.path) { $0.write($1) }
        write(proof.drift)
        write(fixed: UInt64(proof.fingerprint.older) << 32 | UInt64(proof.fingerprint.newer))
        write(unsigned: UInt64(proof.fingerprint.least))
        write(proof.outsideSeconds)
    }

    private mutating func write(_ drift: StayDrift) {
        for value in [drift.share, drift.time, drift.squaredTime] { write(value) }
        for sum in [drift.offset, drift.offsetTime] {
            write(sum.x)
            write(sum.y)
        }
    }

    /// All 32 bits, least significant byte first.
    mutating func write(_ value: Float) {
        withUnsafeBytes(of: value.bitPattern.littleEndian) { append($0) }
    }

    /// Each point as the difference from the one before.
    private mutating func write(_ path: StayPath) {
        write(count: path.points.count)
        var (time, latitude, longitude) = (Int64(0), Int64(0), Int64(0))
        for point in path.points {
            write(signed: point.time.milliseconds &- time)
            write(signed: Int64(point.latitudeE7) - latitude)
            write(signed: Int64(point.longitudeE7) - longitude)
            write(unsigned: UInt64(point.accuracyDecimeters))
            (time, latitude, longitude) = (point.time.milliseconds, Int64(point.latitudeE7), Int64(point.longitudeE7))
        }
    }

    mutating func write(_ boundary: StayBoundary) {
        write(boundary.earliest)
        write(signed: boundary.latest.milliseconds - boundary.earliest.milliseconds)
        write(optional: boundary.gapSeconds) { $0.write($1) }
        write(boundary.edgeMeters)
        write(count: Int(boundary.motion.rawValue))
        write(optional: boundary.movingIntervalSeconds) { $0.write($1) }
        write(boundary.isJump)
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
        write(optional: track.pendingExit) { writer, pendingExit in
            writer.write(pendingExit.time)
            writer.write(pendingExit.edgeMeters)
            writer.write(pendingExit.coordinate)
            writer.write(optional: pendingExit.speed) { $0.write($1) }
            writer.write(pendingExit.isReportedOnly)
            writer.write(pendingExit.isPoor)
            writer.write(optional: pendingExit.heldUntil) { $0.write($1) }
            writer.write(pendingExit.isUnheld)
        }
        write(optional: track.departure) { writer, departure in
            writer.write(departure.since)
            writer.write(departure.farthestMeters)
            writer.write(departure.wasAbsent)
            writer.write(departure.repeatedPosition)
        }
        write(track.lastFixAt)
        write(track.lastFixCoordinate)
        write(count: Int(max(0, track.heartbeatSeconds)))
        write(count: Int(max(0, track.aliveSeconds)))
        write(track.logOddsOutside)
        write(optional: track.repetition) { writer, repetition in
            writer.write(count: Int(max(0, repetition.fixes)))
            writer.write(repetition.seconds)
        }
        write(optional: track.peak) { writer, peak in
            writer.write(peak.at)
            writer.write(count: Int(max(0, peak.count)))
            writer.write(peak.logOddsInside)
            writer.write(peak.absentSeconds)
            writer.write(peak.continuousSeconds)
            writer.write(optional: peak.outsideAt) { $0.write($1) }
        }
    }

    mutating func write(_ position: RepeatedPosition?) {
        write(optional: position) { writer, position in
            writer.write(position.coordinate)
            writer.write(count: position.fixes)
        }
    }

    mutating func write(_ evaluator: GeofenceEvaluator) {
        write(count: evaluator.tracks.count)
        for track in evaluator.tracks { write(track) }
        write(optional: evaluator.lastUsable) { $0.write($1) }
        write(optional: evaluator.earlierUsable) { $0.write($1) }
        write(count: evaluator.cadence.pairs)
        write(evaluator.cadence.meanLogSeconds)
        write(evaluator.cadence.isMoving)
        write(count: evaluator.cadence.intervals)
        write(evaluator.cadence.shortestSeconds)
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
        write(stay.earlierVisits)
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
            write(recent.repeatedPosition)
        }
        write(builder.nightPlaces)
        write(count: builder.familiarPlaces.count)
        for place in builder.familiarPlaces {
            write(unsigned: UInt64(place.key.rawValue))
            write(count: place.visitsInHundredths)
            write(place.lastAt)
        }
        write(count: builder.fingerprints.entries.count)
        for entry in builder.fingerprints.entries {
            write(unsigned: UInt64(entry.value))
            write(entry.lastAt)
        }
    }

    private mutating func write(_ nights: NightPlaces) {
        write(count: nights.places.count)
        for place in nights.places {
            write(place.position)
            write(signed: Int64(place.lastDay))
            write(unsigned: UInt64(place.nights))
        }
        write(optional: nights.rest) { writer, rest in
            writer.write(rest.position)
            writer.write(rest.since)
            writer.write(rest.lastAt)
            writer.write(rest.hasStray)
        }
    }

    /// The saved fences only where they differ from the registered ones, which is rare.
    mutating func write(_ registry: GeofenceRegistry) {
        write(keys: registry.registered)
        write(registry.saved == registry.registered)
        if registry.saved != registry.registered { write(keys: registry.saved) }
    }

    /// Sorted keys, each as the difference from the previous one.
    private mutating func write(keys: [FenceKey]) {
        write(count: keys.count)
        var before: Int32 = 0
        for key in keys {
            write(signed: Int64(key.rawValue - before))
            before = key.rawValue
        }
    }
}
