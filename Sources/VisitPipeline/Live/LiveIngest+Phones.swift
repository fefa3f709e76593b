internal import Dispatch
internal import GeofenceEngine
package import Interchange
internal import MemberEngine
internal import RadarEngine
internal import Synchronization
package import VisitModel
internal import VisitStore

extension LiveIngest {
    /// Ingests a request of a phone's app and returns once it is on disk: usable records are evaluated, all others
    /// quarantined with the reason.
    ///
    /// ```
    /// PhoneReader: bytes ─▶ records ─▶ DeviceReport ─▶ evaluated and stored
    ///                   └─▶ refused ─▶ quarantine          └─▶ FenceChange ─▶ PhoneReply: the app's response
    /// ```
    ///
    /// The project environment of the token determines the tracking options. Between the pieces of a long request,
    /// `isAbandoned` returns whether the client no longer waits for the response. `CancellationError` is then thrown,
    /// and the pieces read until then are stored, as they are where it throws. Other errors are those of
    /// `ingest(_:receivedAt:)`; the app then sends the request again.
    package func ingest(
        _ request: PhoneRequest,
        of app: PhoneApp,
        from sender: PhoneSender,
        in environment: ProjectEnvironment = .live,
        isAbandoned: @escaping @Sendable () async throws -> Bool = { false }
    ) async throws -> PhoneOutcome {
        let outcome = try await evaluate(request, of: app, from: sender, answersPhone: true, isAbandoned: isAbandoned)
        try await storeOutcome(outcome)
        return try phoneOutcome(of: outcome, in: environment)
    }

    /// Makes the response to a request whose outcome is on disk.
    func phoneOutcome(of outcome: RequestOutcome, in environment: ProjectEnvironment) throws -> PhoneOutcome {
        let (report, receipt, app) = (outcome.report, outcome.receipt, outcome.app)
        let counts = PhoneReply.Summary(
            accepted: receipt.summary.stored,
            repeated: (receipt.summary.rejections[.exactRepeat] ?? 0) + report.repeated,
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
                // For several phones the response is about the last one.
                presence: try pipeline.fenceOrders(
                    report.lastFixRecord.flatMap { receipt.presence(of: $0.device) } ?? []
                ),
                trackingOptions: configuration.trackingOptions(for: report, of: app, in: environment)
            ),
            counts: counts,
            ignored: report.ignored
        )
    }

    /// The outcome of reading a request and storing its usable records.
    struct RequestOutcome {
        /// The request as read so far, with the records of the last piece only.
        var report = PhoneReport()
        var receipt = LiveReceipt()
        /// The records to quarantine: unreadable, invalid, or of devices that the sender may not report for.
        var aside: [NewQuarantine] = []
        /// The number of further ones, which are only counted.
        var unkeptCount = 0
        var pieceCount = 0
        let app: PhoneApp
        let sender: PhoneSender
        let receivedAt: Timestamp

        /// Adds a record to quarantine, or counts it where the limit of the request is reached.
        mutating func quarantine(_ record: @autoclosure () -> NewQuarantine, limit: Int) {
            if aside.count < limit { aside.append(record()) } else { unkeptCount += 1 }
        }
    }

    /// Reads a request piece by piece and stores its usable records.
    ///
    /// Without `authority` the sender may report for the member and device of its token. With `answersPhone` a phone
    /// reads the response, which then has geofences and presence. Throws as `ingest(_:receivedAt:)`, and
    /// `CancellationError` where the client no longer waits.
    func evaluate(
        _ request: PhoneRequest,
        of app: PhoneApp,
        from sender: PhoneSender,
        as authority: DeviceReport.Authority? = nil,
        answersPhone: Bool,
        isAbandoned: @escaping @Sendable () async throws -> Bool = { false }
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
        var length = PieceLength(most: options.pieceLimit)
        var readCount = 0
        var piece = await next(of: reader, isLong: isLong)
        while let records = piece.records {
            if outcome.pieceCount > 0 {
                if isStopping { throw LiveIngestError.stopping }
                if try await isAbandoned() { throw CancellationError() }
            }
            // Read ahead, because only the last piece is answered.
            let following = await next(of: reader, isLong: isLong)
            let reports = reports(
                of: records,
                app,
                from: authority ?? sender.authority,
                answersPhone: answersPhone,
                isFirst: outcome.pieceCount == 0,
                before: following
            )
            let begin = uptime()
            let receipt = try await ingest(
                reports,
                receivedAt: receivedAt,
                unusableCount: max(0, piece.readCount - readCount - records.count),
                needsRoom: outcome.pieceCount == 0
            )
            length.adapt(to: uptime() - begin, of: records.count)
            reader.state.withLock { $0.pieceLimit = length.count }
            readCount = piece.readCount
            outcome.add(receipt, of: records, from: reader, limit: options.refusedLimit)
            outcome.pieceCount += 1
            piece = following
        }
        outcome.report = reader.report
        let refused = outcome.report.refused
        outcome.unkeptCount += outcome.report.unkeptRefusedCount
        for record in refused {
            outcome.quarantine(NewQuarantine(record, of: app, receivedAt), limit: options.refusedLimit)
        }
        return outcome
    }

    /// Groups the records of a piece by device; `following` is the state of the reader after it.
    ///
    /// With `answersPhone`, the reports of the last piece ask for geofences and presence.
    func reports(
        of records: [PhoneRecord],
        _ app: PhoneApp,
        from authority: DeviceReport.Authority,
        answersPhone: Bool,
        isFirst: Bool,
        before following: Piece
    ) -> [DeviceReport] {
        let asks = answersPhone && following.records == nil
        var reports = records.deviceReports(
            from: authority,
            deliveringFences: asks && (app.deliversFences || following.asksForFences),
            deliveringPresence: asks && app.deliversPresence,
            pipeline
        )
        // A response to a request for several phones delivers no geofences to any of them.
        let isOfOne = reports.count == 1 && (isFirst || following.speaksOfOneDevice)
        for index in reports.indices {
            reports[index].deliversFences = reports[index].deliversFences && isOfOne
            reports[index].fenceSelection = following.radarFences
        }
        return reports
    }

    /// A request reader that several threads use one after the other.
    final class SharedReader: Sendable {
        let state: Mutex<PhoneRequestReader>

        init(_ reader: PhoneRequestReader) { state = Mutex(reader) }

        /// The request as read so far.
        var report: PhoneReport { state.withLock { $0.report } }

        func bytes(of record: PhoneRecord) -> [UInt8] { state.withLock { $0.bytes(of: record) } }

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

    /// A piece of a request, and the state of the reader after it.
    struct Piece: Sendable {
        /// The usable records; `nil` after the last piece.
        let records: [PhoneRecord]?
        let readCount: Int
        let asksForFences: Bool
        /// The selection of geofences for the SDK; set after the last piece.
        let radarFences: RadarFenceSelection?
        let speaksOfOneDevice: Bool
    }

    /// Reads the next piece of a request; for a long one on a separate queue and not on the threads that answer
    /// requests.
    private func next(of reader: SharedReader, isLong: Bool) async -> Piece {
        guard isLong else { return reader.next() }
        return await withCheckedContinuation { continuation in
            reading.async { continuation.resume(returning: reader.next()) }
        }
    }

    /// Stores a request's quarantined records, a few at a time, so that no other request's fixes wait for all of them.
    private func storeOutcome(_ outcome: RequestOutcome) async throws {
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

    /// The most quarantined records in a transaction.
    private static let quarantineGroup = 200
}

extension LiveIngest.RequestOutcome {
    /// Adds the receipt of a piece; records with a fix that was refused are quarantined as they were received.
    mutating func add(
        _ other: LiveReceipt,
        of records: [PhoneRecord],
        from reader: LiveIngest.SharedReader,
        limit: Int
    ) {
        let (app, receivedAt) = (app, receivedAt)
        if pieceCount == 0 { receipt = other } else { receipt.add(other) }
        receipt.unusable = []
        receipt.refused = []
        if !other.unusable.isEmpty {
            let owners = Dictionary(grouping: records) { $0.fix }
            for entry in other.unusable {
                guard
                    let record = owners[entry.fix]?.first(where: { other.storedName(of: $0.device) == entry.device })
                else { continue }
                quarantine(NewQuarantine(entry, record, reader.bytes(of: record), of: app, receivedAt), limit: limit)
            }
        }
        guard !other.refused.isEmpty else { return }
        let owners = Dictionary(grouping: records, by: \.device)
        for entry in other.refused {
            for record in owners[entry.device] ?? []
            where record.member == nil || record.member == entry.claimedBy {
                quarantine(NewQuarantine(entry, reader.bytes(of: record), of: app, receivedAt), limit: limit)
            }
        }
    }
}

extension PhoneSender {
    var authority: DeviceReport.Authority {
        switch (member, device) {
        case (nil, nil): .anyone
        case (.some, nil): .member
        case (nil, .some): .device
        case (.some, .some): .memberDevice
        }
    }
}

package struct PhoneOutcome: Sendable {
    package let reply: PhoneReply
    package let counts: PhoneReply.Summary
    /// The number of records that are no fixes, by kind.
    package let ignored: [IgnoredRecord: Int]
}
