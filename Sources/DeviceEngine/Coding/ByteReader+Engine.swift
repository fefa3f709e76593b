internal import GeofenceEngine
internal import VisitModel

extension ByteReader {
    mutating func readFix() throws(DeviceEngineError) -> Fix {
        guard let fix = try FixPacking.read(from: &self).first else { throw Self.damaged }
        return fix
    }

    mutating func readKey() throws(DeviceEngineError) -> FenceKey {
        guard let key = FenceKey(exactly: try readUnsigned()) else { throw Self.damaged }
        return key
    }

    mutating func readHygiene() throws(DeviceEngineError) -> FixHygiene {
        FixHygiene(accepted: try readBool() ? readFix() : nil, held: try readBool() ? readFix() : nil)
    }

    private mutating func readPace() throws(DeviceEngineError) -> Pace {
        guard let pace = UInt8(exactly: try readInt()).flatMap(Pace.init(rawValue:)) else { throw Self.damaged }
        return pace
    }

    mutating func readProof(_ version: EvidenceVersion = .current) throws(DeviceEngineError) -> FenceTrack.Proof {
        let firstAt = try readTimestamp()
        let lastAt = Timestamp(milliseconds: firstAt.milliseconds &+ (try readSigned()))
        let (count, isSinglePosition) = (try readInt(), try readBool())
        let (logOddsInside, absentSeconds) = (try readDouble(), try readDouble())
        let (continuousSeconds, depthMeters) = (try readDouble(), try readDouble())
        let (isStationary, wasStationary) = (try readBool(), try readBool())
        let (pace, doubts) = (try readPace(), try readByte())
        guard doubts < 8 else { throw Self.damaged }
        var proof = FenceTrack.Proof(
            firstAt: firstAt,
            lastAt: lastAt,
            count: count,
            isSinglePosition: isSinglePosition,
            logOddsInside: logOddsInside,
            absentSeconds: absentSeconds,
            continuousSeconds: continuousSeconds,
            depthMeters: depthMeters,
            isStationary: isStationary,
            wasStationary: wasStationary,
            pace: pace,
            hasMock: doubts & 1 != 0,
            hasClockBehind: doubts & 2 != 0,
            isLocationOff: doubts & 4 != 0,
            arrival: try readBoundary(version),
            lastClearAt: try readBool() ? readTimestamp() : nil,
            position: try readPosition(),
            path: version >= .path ? try readPath() : nil
        )
        guard version >= .drift else { return proof }
        proof.drift = try readDrift()
        let digests = try readFixed()
        proof.fingerprint = TrackFingerprint(
            older: UInt32(truncatingIfNeeded: digests >> 32),
            newer: UInt32(truncatingIfNeeded: digests),
            least: UInt32(truncatingIfNeeded: try readUnsigned())
        )
        proof.outsideSeconds = try readFinite()
        return proof
    }

    private mutating func readDrift() throws(DeviceEngineError) -> StayDrift {
        StayDrift(
            share: try readFloat(),
            time: try readFloat(),
            squaredTime: try readFloat(),
            offset: SIMD2(try readFloat(), try readFloat()),
            offsetTime: SIMD2(try readFloat(), try readFloat())
        )
    }

    private mutating func readFloat() throws(DeviceEngineError) -> Float {
        var bits: UInt32 = 0
        for shift in stride(from: UInt32(0), to: 32, by: 8) { bits |= UInt32(try readByte()) << shift }
        let value = Float(bitPattern: bits)
        guard value.isFinite else { throw Self.damaged }
        return value
    }

    private mutating func readPath() throws(DeviceEngineError) -> StayPath? {
        guard try readBool() else { return nil }
        var points: [StayPath.Point] = []
        var (time, latitude, longitude) = (Int64(0), Int64(0), Int64(0))
        for _ in 0..<(try readCount()) {
            time &+= try readSigned()
            latitude &+= try readSigned()
            longitude &+= try readSigned()
            let accuracy = try readUnsigned()
            guard points.count < StayPath.limit, let latitudeE7 = Int32(exactly: latitude),
                let longitudeE7 = Int32(exactly: longitude), let accuracyDecimeters = UInt16(exactly: accuracy)
            else { throw Self.damaged }
            points.append(
                StayPath.Point(
                    time: Timestamp(milliseconds: time),
                    latitudeE7: latitudeE7,
                    longitudeE7: longitudeE7,
                    accuracyDecimeters: accuracyDecimeters
                )
            )
        }
        return StayPath(points: points)
    }

    private mutating func readFinite() throws(DeviceEngineError) -> Double {
        let value = try readDouble()
        guard value.isFinite else { throw Self.damaged }
        return value
    }

    mutating func readBoundary(_ version: EvidenceVersion = .current) throws(DeviceEngineError) -> StayBoundary {
        let earliest = try readTimestamp()
        var boundary = StayBoundary(
            earliest: earliest,
            latest: Timestamp(milliseconds: earliest.milliseconds &+ (try readSigned())),
            gapSeconds: try readBool() ? readDouble() : nil,
            edgeMeters: try readDouble(),
            motion: try readMotion()
        )
        if version >= .movingInterval { boundary.movingIntervalSeconds = try readBool() ? readFinite() : nil }
        if version >= .drift { boundary.isJump = try readBool() }
        return boundary
    }

    private mutating func readMotion() throws(DeviceEngineError) -> StayBoundary.Motion {
        guard let motion = UInt8(exactly: try readInt()).flatMap(StayBoundary.Motion.init(rawValue:)) else {
            throw Self.damaged
        }
        return motion
    }

    private mutating func readPosition() throws(DeviceEngineError) -> PositionSum {
        PositionSum(
            origin: try readCoordinate(),
            weight: try readDouble(),
            share: try readDouble(),
            north: try readDouble(),
            east: try readDouble()
        )
    }

    mutating func readPassage() throws(DeviceEngineError) -> Passage {
        Passage(pathMeters: try readDouble(), directMeters: try readDouble())
    }

    private mutating func readSighting() throws(DeviceEngineError) -> GeofenceEvaluator.Sighting {
        GeofenceEvaluator.Sighting(
            time: try readTimestamp(),
            coordinate: try readCoordinate(),
            accuracyMeters: try readDouble(),
            motion: try readMotion()
        )
    }

    mutating func readTrack() throws(DeviceEngineError) -> FenceTrack {
        FenceTrack(
            key: try readKey(),
            isConfirmed: try readBool(),
            isPresumed: try readBool(),
            enteredAt: try readTimestamp(),
            approach: try readBool() ? readCoordinate() : nil,
            proof: try readProof(),
            pendingExit: try readBool() ? readPendingExit() : nil,
            departure: try readBool() ? readDeparture() : nil,
            lastFixAt: try readTimestamp(),
            lastFixCoordinate: try readCoordinate(),
            heartbeatSeconds: Int32(clamping: try readInt()),
            aliveSeconds: Int32(clamping: try readInt()),
            logOddsOutside: try readDouble(),
            repetition: try readBool() ? readRepetition() : nil,
            peak: try readBool() ? readPeak() : nil
        )
    }

    /// More fixes, seconds or days than any device can have.
    private static let largestNumber = 1_000_000_000

    private mutating func readRepetition() throws(DeviceEngineError) -> FenceTrack.Repetition {
        let (fixes, seconds) = (try readInt(), try readFloat())
        guard fixes <= Self.largestNumber, (0...Float(Self.largestNumber)).contains(seconds) else {
            throw Self.damaged
        }
        return FenceTrack.Repetition(fixes: Int32(fixes), seconds: seconds)
    }

    private mutating func readPeak() throws(DeviceEngineError) -> FenceTrack.Peak {
        let (at, count) = (try readTimestamp(), try readInt())
        guard count <= Self.largestNumber else { throw Self.damaged }
        return FenceTrack.Peak(
            at: at,
            count: Int32(count),
            logOddsInside: try readFloat(),
            absentSeconds: try readFloat(),
            continuousSeconds: try readFloat(),
            outsideAt: try readBool() ? readTimestamp() : nil
        )
    }

    private mutating func readPendingExit() throws(DeviceEngineError) -> FenceTrack.PendingExit {
        FenceTrack.PendingExit(
            time: try readTimestamp(),
            edgeMeters: try readDouble(),
            coordinate: try readCoordinate(),
            speed: try readBool() ? readDouble() : nil,
            isReportedOnly: try readBool(),
            isPoor: try readBool(),
            heldUntil: try readBool() ? readTimestamp() : nil,
            isUnheld: try readBool()
        )
    }

    private mutating func readDeparture() throws(DeviceEngineError) -> FenceTrack.Departure {
        FenceTrack.Departure(
            since: try readTimestamp(),
            farthestMeters: try readDouble(),
            wasAbsent: try readBool(),
            repeatedPosition: try readRepeatedPosition()
        )
    }

    private mutating func readRepeatedPosition() throws(DeviceEngineError) -> RepeatedPosition? {
        try readBool() ? RepeatedPosition(coordinate: readCoordinate(), fixes: readInt()) : nil
    }

    mutating func readEvaluator() throws(DeviceEngineError) -> GeofenceEvaluator {
        var tracks: [FenceTrack] = []
        for _ in 0..<(try readCount()) { tracks.append(try readTrack()) }
        let lastUsable = try readBool() ? readSighting() : nil
        let earlierUsable = try readBool() ? readSighting() : nil
        return GeofenceEvaluator(
            tracks: tracks,
            lastUsable: lastUsable,
            earlierUsable: earlierUsable,
            cadence: MovingCadence(
                pairs: try readInt(),
                meanLogSeconds: try readFinite(),
                isMoving: try readBool(),
                intervals: try readInt(),
                shortestSeconds: try readFinite()
            )
        )
    }

    mutating func readStay() throws(DeviceEngineError) -> Stay {
        let id = StayID(rawValue: try readFixed())
        let key = try readKey()
        let enteredAt = try readTimestamp()
        let dwelledAt = try readBool() ? readTimestamp() : nil
        let exitedAt = try readBool() ? readTimestamp() : nil
        let status = try readInt()
        guard Visit.Status.allCases.indices.contains(status) else { throw Self.damaged }
        return Stay(
            id: id,
            key: key,
            enteredAt: enteredAt,
            dwelledAt: dwelledAt,
            exitedAt: exitedAt,
            status: Visit.Status.allCases[status],
            thresholdSeconds: try readInt(),
            proof: try readProof(),
            earlierProof: try readBool() ? readProof() : nil,
            departure: try readBool() ? readBoundary() : nil,
            passage: try readBool() ? readPassage() : nil,
            nightShare: try readDouble(),
            earlierVisits: try readDouble(),
            entries: try readInt(),
            doubts: Visit.Doubts(rawValue: try readInt())
        )
    }

    private mutating func readNights() throws(DeviceEngineError) -> NightPlaces {
        var places: [NightPlace] = []
        for _ in 0..<(try readCount()) {
            let position = try readPosition()
            let lastDay = Int(truncatingIfNeeded: try readSigned())
            guard (-Self.largestNumber...Self.largestNumber).contains(lastDay) else { throw Self.damaged }
            let nights = UInt32(truncatingIfNeeded: try readUnsigned())
            places.append(NightPlace(position: position, lastDay: lastDay, nights: nights))
        }
        guard try readBool() else { return NightPlaces(places: places) }
        return NightPlaces(
            places: places,
            rest: NightPlaces.Rest(
                position: try readPosition(),
                since: try readTimestamp(),
                lastAt: try readTimestamp(),
                hasStray: try readBool()
            )
        )
    }

    mutating func readBuilder() throws(DeviceEngineError) -> VisitBuilder {
        var open: [Stay] = []
        for _ in 0..<(try readCount()) { open.append(try readStay()) }
        var recent: [VisitBuilder.Recent] = []
        for _ in 0..<(try readCount()) {
            recent.append(
                VisitBuilder.Recent(
                    stay: try readStay(),
                    beyondMeters: try readDouble(),
                    repeatedPosition: try readRepeatedPosition()
                )
            )
        }
        let nights = try readNights()
        var familiar: [FamiliarPlace] = []
        for _ in 0..<(try readCount()) {
            let (key, visits) = (try readKey(), try readInt())
            familiar.append(FamiliarPlace(key: key, visitsInHundredths: visits, lastAt: try readTimestamp()))
        }
        var fingerprints: [TrackFingerprints.Entry] = []
        for _ in 0..<(try readCount()) {
            let value = UInt32(truncatingIfNeeded: try readUnsigned())
            fingerprints.append(TrackFingerprints.Entry(value: value, lastAt: try readTimestamp()))
        }
        return VisitBuilder(
            open: open,
            recent: recent,
            nightPlaces: nights,
            familiarPlaces: familiar,
            fingerprints: TrackFingerprints(entries: fingerprints)
        )
    }

    mutating func readRegistry(platform: Platform, ignoresLimit: Bool) throws(DeviceEngineError) -> GeofenceRegistry {
        let registered = try readKeys()
        let saved = try readBool() ? registered : try readKeys()
        let limit = ignoresLimit ? Int.max : platform.geofenceLimit
        do {
            // A database that was once replayed without the limit may hold more; the next fix selects again.
            return try GeofenceRegistry(
                platform: platform,
                limit: limit,
                registered: Array(registered.prefix(limit)),
                saved: Array(saved.prefix(limit))
            )
        } catch {
            throw DeviceEngineError(.damagedState, Self.damaged.message, cause: error)
        }
    }

    private mutating func readKeys() throws(DeviceEngineError) -> [FenceKey] {
        var keys: [FenceKey] = []
        var before: Int64 = 0
        for _ in 0..<(try readCount()) {
            before &+= try readSigned()
            guard let key = FenceKey(exactly: before) else { throw Self.damaged }
            keys.append(key)
        }
        return keys
    }
}
