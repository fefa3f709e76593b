package import Interchange
package import VisitModel

extension LiveIngest {
    /// Begins to ingest a short request of known phones, with no task and without reading the store.
    ///
    /// Most requests are such: a phone that has sent before sends a fix. Returns false, and has no effect, for every
    /// other request, such as one with unusable records, and where there is no room or the intake stops; then
    /// `ingest(_:of:from:in:isAbandoned:)` is to be called. Otherwise `completion` is called once, on any thread, when
    /// the request is on disk or has failed.
    package func begin(
        _ request: PhoneRequest,
        of app: PhoneApp,
        from sender: PhoneSender,
        in environment: ProjectEnvironment = .live,
        completion: @escaping @Sendable (Result<StoredRequest, any Error>) -> Void
    ) -> Bool {
        let receivedAt = now()
        let reader = SharedReader(
            PhoneRequestReader(
                request,
                as: app,
                from: sender,
                receivedAt: receivedAt,
                pieceLimit: Self.directRecordLimit + 1,
                refusedLimit: 0
            )
        )
        let piece = reader.next()
        guard let records = piece.records, !records.isEmpty, piece.readCount == records.count else { return false }
        let following = reader.next()
        guard following.records == nil, following.readCount == records.count else { return false }
        let report = reader.report
        guard report.failure == nil else { return false }
        let reports = reports(
            of: records,
            app,
            from: sender.authority,
            answersPhone: true,
            isFirst: true,
            before: following
        )
        guard reports.allSatisfy(\.isWorthAJob) else { return false }
        return begin(reports, receivedAt: receivedAt) { [self] result in
            do {
                var outcome = RequestOutcome(report: report, app: app, sender: sender, receivedAt: receivedAt)
                outcome.add(try result.get(), of: records, from: reader, limit: options.refusedLimit)
                let stored = StoredRequest(live: self, outcome: outcome, environment: environment)
                guard !outcome.aside.isEmpty else { return completion(.success(stored)) }
                quarantine(outcome.aside) { result in completion(result.map { stored }) }
            } catch {
                completion(.failure(error))
            }
        }
    }

    /// The most records of a request that is ingested directly: its quarantined ones are written in one transaction.
    private static let directRecordLimit = 200
}

/// A request that is on disk, before its response is made.
package struct StoredRequest: Sendable {
    fileprivate let live: LiveIngest
    fileprivate let outcome: LiveIngest.RequestOutcome
    fileprivate let environment: ProjectEnvironment

    /// Makes the response, from what is in memory.
    ///
    /// Throws `VisitPipelineError` where a geofence for the phone is damaged.
    package func phoneOutcome() throws -> PhoneOutcome { try live.phoneOutcome(of: outcome, in: environment) }
}
