internal import GeofenceEngine
public import Interchange
public import VisitModel
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
    /// - Returns: the answer, and what became of the records.
    /// - Throws: as `take(_:receivedAt:)`; the app then sends it again.
    public func take(
        _ request: PhoneRequest,
        of app: PhoneApp,
        from sender: PhoneSender,
        in environment: ProjectEnvironment = .live
    ) async throws -> PhoneOutcome {
        let (report, receipt, aside) = try await evaluate(request, of: app, from: sender, answersPhone: true)
        try await quarantine(aside)
        let counts = PhoneReply.Summary(
            accepted: receipt.summary.stored,
            repeated: receipt.summary.rejections[.exactRepeat] ?? 0,
            quarantined: aside.count
        )
        // A request that speaks for several phones has nobody to tell.
        let change = receipt.fences.count == 1 ? receipt.fences.values.first : nil
        let pipeline = pipeline
        let orders = try change.map { try pipeline.fenceOrders($0, whole: report.asksForFences) }
        return PhoneOutcome(
            reply: PhoneReply.make(
                for: app,
                report: report,
                summary: counts,
                fences: orders,
                // Of several phones the answer speaks of the last one.
                presence: try pipeline.fenceOrders(report.lastReading.flatMap { receipt.presence[$0.device] } ?? []),
                trackingOptions: trackingOptions(for: report, of: app, in: environment)
            ),
            counts: counts
        )
    }

    /// Reads a request and has stored what can be used of it.
    ///
    /// - Parameters:
    ///   - request: the request as bytes.
    ///   - app: whose format it is in.
    ///   - sender: who the token says it is of.
    ///   - answersPhone: whether a phone reads the answer, and so is told which fences to keep and which it is in.
    /// - Returns: what was read, what became of it, and what is to be kept aside.
    /// - Throws: as `take(_:receivedAt:)`.
    func evaluate(
        _ request: PhoneRequest,
        of app: PhoneApp,
        from sender: PhoneSender,
        answersPhone: Bool
    ) async throws -> (report: PhoneReport, receipt: LiveReceipt, aside: [NewQuarantine]) {
        let receivedAt = now()
        var reader = PhoneReader()
        let report = reader.read(request, as: app, from: sender, receivedAt: receivedAt)
        let reports = report.deviceReports(
            takingFences: answersPhone && (app.takesFences || report.asksForFences),
            takingPresence: answersPhone && app.takesPresence,
            pipeline
        )
        let receipt = try await take(reports, receivedAt: receivedAt)
        return (report, receipt, quarantined(report, receipt, app, receivedAt))
    }

    /// What is kept aside of a request: what could not be read, what can't be believed, what is somebody else's.
    private func quarantined(
        _ report: PhoneReport,
        _ receipt: LiveReceipt,
        _ app: PhoneApp,
        _ receivedAt: Timestamp
    ) -> [NewQuarantine] {
        let refused = report.refused.map { NewQuarantine($0, of: app, receivedAt) }
        let unusable = receipt.unusable.map { NewQuarantine($0, receivedAt) }
        let foreign = receipt.foreign.flatMap { entry in
            report.records.filter { $0.device == entry.device }
                .compactMap { record in record.fix.map { NewQuarantine(entry, $0, receivedAt) } }
        }
        return refused + unusable + foreign
    }
}

/// What an app is answered, and what became of what it sent.
public struct PhoneOutcome: Sendable {
    /// The answer.
    public let reply: PhoneReply
    /// What became of the records.
    public let counts: PhoneReply.Summary
}
