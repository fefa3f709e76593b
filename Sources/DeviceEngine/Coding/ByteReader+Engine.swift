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

    mutating func readProof(
        hasPath: Bool = true,
        hasMovingInterval: Bool = true
    ) throws(DeviceEngineError) -> FenceTrack.Proof {
        let firstAt = try readTimestamp()
        let lastAt = Timestamp(milliseconds: firstAt.milliseconds &+ (try readSigned()))
        let (count, isSinglePosition) = (try readInt(), try readBool())
        let (logOddsInside, absentSeconds) = (try readDouble(), try readDouble())
        let (continuousSeconds, depthMeters) = (try readDouble(), try readDouble())
        let (isStationary, wasStationary) = (try readBool(), try readBool())
        let (pace, doubts) = (try readPace(), try readByte())
        guard doubts < 8 else { throw Self.damaged }
        return FenceTrack.Proof(
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
            arrival: try readBoundary(hasMovingInterval: hasMovingInterval),
            lastClearAt: try readBool() ? readTimestamp() : nil,
            position: try readPosition(),
            path: hasPath ? try readPath() : nil
        )
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

    mutating func readBoundary(hasMovingInterval: Bool = true) throws(DeviceEngineError) -> StayBoundary {
        let earliest = try readTimestamp()
        var boundary = StayBoundary(
            earliest: earliest,
            latest: Timestamp(milliseconds: earliest.milliseconds &+ (try readSigned())),
            gapSeconds: try readBool() ? readDouble() : nil,
            edgeMeters: try readDouble(),
            motion: try readMotion()
        )
        if hasMovingInterval { boundary.movingIntervalSeconds = try readBool() ? readFinite() : nil }
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
            logOddsOutside: try readDouble()
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
        var places: [NightPlace] = []
        for _ in 0..<(try readCount()) {
            let (key, position) = (try readKey(), try readPosition())
            let lastDay = Int(truncatingIfNeeded: try readSigned())
            let nights = UInt32(truncatingIfNeeded: try readUnsigned())
            places.append(NightPlace(key: key, position: position, lastDay: lastDay, nights: nights))
        }
        var familiar: [FamiliarPlace] = []
        for _ in 0..<(try readCount()) {
            let (key, visits) = (try readKey(), try readInt())
            familiar.append(FamiliarPlace(key: key, visitsInHundredths: visits, lastAt: try readTimestamp()))
        }
        return VisitBuilder(open: open, recent: recent, nightPlaces: places, familiarPlaces: familiar)
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
