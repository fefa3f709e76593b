internal import Dispatch
internal import GeofenceEngine
package import Interchange
internal import Synchronization
package import VisitModel
internal import VisitStore

extension LiveIngest {
    /// Takes a request of a phone's app: what can be used goes through the engine, the rest is kept aside with why, and the
    /// app gets its answer once both are on disk.
    ///
    /// ```
    /// PhoneReader: bytes ─▶ records ─▶ DeviceReport ─▶ take: evaluated and stored
    ///                   └─▶ refused ─▶ quarantine          └─▶ FenceChange ─▶ PhoneReply: what the app expects to read
    /// ```
    ///
    /// - Parameters:
    ///   - request: the request as bytes.
    ///   - app: whose format it is in.
    ///   - sender: who the token says it is of.
    ///   - environment: which world the token is of; it decides how the phone is told to track.
    ///   - isAbandoned: whether nobody waits for the answer any more; looked at between pieces of a long request.
    /// - Returns: the answer, and what became of the records.
    /// - Throws: as `take(_:receivedAt:)`; the app then sends it again. `CancellationError` where it was abandoned; what was
    ///   read until then is stored.
    package func take(
        _ request: PhoneRequest,
        of app: PhoneApp,
        from sender: PhoneSender,
        in environment: ProjectEnvironment = .live,
        isAbandoned: @escaping @Sendable () async -> Bool = { false }
    ) async throws -> PhoneOutcome {
        let outcome = try await evaluate(request, of: app, from: sender, answersPhone: true, isAbandoned: isAbandoned)
        let (report, receipt) = (outcome.report, outcome.receipt)
        try await keep(outcome)
        let counts = PhoneReply.Summary(
            accepted: receipt.summary.stored,
            repeated: receipt.summary.rejections[.exactRepeat] ?? 0,
            quarantined: outcome.aside.count + outcome.unkeptCount
        )
        let change = receipt.fences.values.first
        let pipeline = pipeline
        let orders = try change.map { try pipeline.fenceOrders($0, whole: report.asksForFences) }
        return PhoneOutcome(
            reply: PhoneReply.make(
                for: app,
                report: report,
                summary: counts,
                fences: orders,
                // Of several phones the answer speaks of the last one.
                presence: try pipeline.fenceOrders(
                    report.lastReading.flatMap { receipt.presence(of: $0.device) } ?? []
                ),
                trackingOptions: trackingOptions(for: report, of: app, in: environment)
            ),
            counts: counts
        )
    }

    /// What came of reading a request and storing what can be used of it.
    struct RequestOutcome {
        /// What was read; the records of the last piece alone.
        var report = PhoneReport()
        /// What became of the usable records.
        var receipt = LiveReceipt()
        /// What is to be kept aside: what could not be read, what can't be believed, what the sender does not speak for.
        var aside: [NewQuarantine] = []
        /// How many more there are of those, which are only counted.
        var unkeptCount = 0
        var pieceCount = 0

        /// Whose words the request is in, and whose.
        let app: PhoneApp
        let sender: PhoneSender
        let receivedAt: Timestamp

        /// Keeps a record aside, or counts it where enough of the request are kept.
        mutating func put(aside record: @autoclosure () -> NewQuarantine, limit: Int) {
            if aside.count < limit { aside.append(record()) } else { unkeptCount += 1 }
        }
    }

    /// Reads a request piece by piece and has stored what can be used of it.
    ///
    /// - Parameters:
    ///   - request: the request as bytes.
    ///   - app: whose format it is in.
    ///   - sender: who the token says it is of.
    ///   - authority: what the sender may say of phones; `nil` for what its token binds.
    ///   - answersPhone: whether a phone reads the answer, and so is told which fences to keep and which it is in.
    ///   - isAbandoned: whether nobody waits for the answer any more.
    /// - Returns: what came of it.
    /// - Throws: as `take(_:receivedAt:)`; `CancellationError` where it was abandoned.
    func evaluate(
        _ request: PhoneRequest,
        of app: PhoneApp,
        from sender: PhoneSender,
        as authority: DeviceReport.Authority? = nil,
        answersPhone: Bool,
        isAbandoned: @escaping @Sendable () async -> Bool = { false }
    ) async throws -> RequestOutcome {
        let receivedAt = now()
        var outcome = RequestOutcome(app: app, sender: sender, receivedAt: receivedAt)
        let reader = SharedReader(
            PhoneRequestReader(
                request,
                as: app,
                from: sender,
                receivedAt: receivedAt,
                pieceLimit: options.pieceLimit,
                refusedLimit: options.refusedLimit
            )
        )
        let isLong = request.body.count > LiveOptions.longBodyBytes
        var readCount = 0
        var piece = await next(of: reader, isLong: isLong)
        while let records = piece.records {
            if outcome.pieceCount > 0 {
                if desk.withLock({ $0.isStopping }) { throw LiveIngestError.stopping }
                if await isAbandoned() { throw CancellationError() }
            }
            // Read ahead, because only the last piece is answered.
            let following = await next(of: reader, isLong: isLong)
            let asks = answersPhone && following.records == nil
            var reports = records.deviceReports(
                from: authority ?? sender.authority,
                takingFences: asks && (app.takesFences || following.asksForFences),
                takingPresence: asks && app.takesPresence,
                pipeline
            )
            // An answer to a request that speaks for several phones delivers no geofences to any of them.
            let isOfOne = reports.count == 1 && (outcome.pieceCount == 0 || following.speaksOfOneDevice)
            for index in reports.indices {
                reports[index].takesFences = reports[index].takesFences && isOfOne
                reports[index].fenceSelection = following.radarFences
            }
            // Records that can't be used take room too.
            let refusedCount = max(0, piece.readCount - readCount - records.count)
            let needsRoom = outcome.pieceCount == 0
            try reserve(refusedCount, needsRoom: needsRoom)
            defer { release(refusedCount) }
            let receipt = try await take(reports, receivedAt: receivedAt, needsRoom: needsRoom)
            readCount = piece.readCount
            outcome.add(receipt, of: records, limit: options.refusedLimit)
            outcome.pieceCount += 1
            piece = following
        }
        outcome.report = reader.state.withLock { $0.report }
        let refused = outcome.report.refused
        outcome.unkeptCount += outcome.report.unkeptRefusedCount
        for record in refused {
            outcome.put(aside: NewQuarantine(record, of: app, receivedAt), limit: options.refusedLimit)
        }
        return outcome
    }

    /// A request that is read by several threads, one after the other.
    private final class SharedReader: Sendable {
        let state: Mutex<PhoneRequestReader>

        init(_ reader: PhoneRequestReader) {
            state = Mutex(reader)
        }

        func next() -> Piece {
            state.withLock { reader in
                let records = reader.next()
                return Piece(
                    records: records,
                    readCount: reader.readCount,
                    asksForFences: reader.report.asksForFences,
                    radarFences: records == nil ? reader.report.radarFences : nil,
                    speaksOfOneDevice: reader.report.speaksOfOneDevice
                )
            }
        }
    }

    /// A piece of a request, and what is known of the request after it.
    private struct Piece: Sendable {
        /// The usable records; `nil` behind the last piece.
        let records: [PhoneRecord]?
        let readCount: Int
        let asksForFences: Bool
        /// Behind the last piece: which geofences are delivered to the SDK.
        let radarFences: RadarFenceSelection?
        let speaksOfOneDevice: Bool
    }

    /// Reads the next piece of a request; of a long one away from the threads that answer requests.
    private func next(of reader: SharedReader, isLong: Bool) async -> Piece {
        guard isLong else { return reader.next() }
        return await withCheckedContinuation { continuation in
            reading.async { continuation.resume(returning: reader.next()) }
        }
    }

    /// Stores what is kept aside of a request, a few records at a time, so that no other request's fixes wait for all of
    /// them.
    private func keep(_ outcome: RequestOutcome) async throws {
        var rest = outcome.aside[...]
        while !rest.isEmpty {
            try await quarantine(Array(rest.prefix(Self.quarantineGroup)))
            rest = rest.dropFirst(Self.quarantineGroup)
        }
        guard outcome.unkeptCount > 0 else { return }
        let marker = NewQuarantine(
            unkept: outcome.unkeptCount,
            of: outcome.app,
            from: outcome.sender,
            outcome.receivedAt
        )
        try await quarantine([marker])
    }

    /// How many records that are kept aside share a transaction at most.
    private static let quarantineGroup = 200
}

extension LiveIngest.RequestOutcome {
    /// Adds what became of the usable records of a piece.
    fileprivate mutating func add(_ other: LiveReceipt, of records: [PhoneRecord], limit: Int) {
        let receivedAt = receivedAt
        if pieceCount == 0 { receipt = other } else { receipt.add(other) }
        for fix in other.unusable { put(aside: NewQuarantine(fix, receivedAt), limit: limit) }
        for entry in other.foreign {
            let refused = records.lazy.filter { record in
                record.device == entry.device && (record.member == nil || record.member == entry.claimedBy)
            }
            for case let fix? in refused.map(\.fix) {
                put(aside: NewQuarantine(entry, fix, receivedAt), limit: limit)
            }
        }
        receipt.unusable = []
        receipt.foreign = []
    }
}

extension PhoneSender {
    /// What the sender may say of phones.
    fileprivate var authority: DeviceReport.Authority {
        switch (member, device) {
        case (nil, nil): .anyone
        case (.some, nil): .member
        case (nil, .some): .device
        case (.some, .some): .memberDevice
        }
    }
}

/// What an app is answered, and what became of what it sent.
package struct PhoneOutcome: Sendable {
    /// The answer.
    package let reply: PhoneReply
    /// What became of the records.
    package let counts: PhoneReply.Summary
}
