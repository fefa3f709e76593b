internal import Dispatch
internal import GeofenceEngine
internal import Interchange
internal import VisitModel
package import VisitStore

extension LiveIngest {
    /// Retries a quarantined record, which may be usable now.
    ///
    /// A newer version of the program may be able to read it, the time of a clock that was ahead may have come, the
    /// phone may have another name. A usable record is stored like any other and removed from the quarantine; otherwise
    /// it stays unchanged.
    ///
    /// - Parameter key: the record's number.
    /// - Returns: the outcome; `nil` where there is no such record.
    /// - Throws: as `ingest(_:receivedAt:)`; the record then stays.
    package func retry(_ key: QuarantinedRecord.Key) async throws -> RetriedRecord? {
        guard let record = try await apart({ try $0.quarantined(key) }) else { return nil }
        guard let app = PhoneApp(rawValue: record.app) else {
            return RetriedRecord(key: key, reason: (record.code, "the app `\(record.app)` is unknown to this program"))
        }
        guard record.isWhole else {
            let message =
                "only the first \(record.record.count) of its \(record.size) bytes are stored, so it can't be retried"
            return RetriedRecord(key: key, reason: ("not_whole", message))
        }
        let sender = PhoneSender(member: record.member, device: record.device)
        let request = PhoneRequest(record: record.record, of: app)
        let outcome = try await evaluate(
            request,
            of: app,
            from: sender,
            // The token of an unknown phone must not create it by a retry.
            as: record.code == NewQuarantine.unknownDeviceCode ? .device : record.member == nil ? .anyone : nil,
            answersPhone: false
        )
        let (report, receipt) = (outcome.report, outcome.receipt)
        if let first = outcome.aside.first { return RetriedRecord(key: key, reason: (first.code, first.message)) }
        if let failure = report.failure { return RetriedRecord(key: key, reason: (failure.code, failure.message)) }
        let repeats = receipt.summary.rejections[.exactRepeat] ?? 0
        guard receipt.summary.stored + repeats + report.ignored > 0 else {
            return RetriedRecord(key: key, reason: (record.code, record.message))
        }
        _ = try await apart { try $0.deleteQuarantined(key) }
        return RetriedRecord(key: key, reason: nil)
    }

    /// Queries the store on a separate queue and not on the threads that answer requests.
    private func apart<Value: Sendable>(
        _ body: @escaping @Sendable (VisitStore) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            workers.async { [store] in continuation.resume(with: Result { try body(store) }) }
        }
    }
}

/// The outcome of retrying a record.
package struct RetriedRecord: Sendable {
    /// The record's number.
    package let key: QuarantinedRecord.Key
    /// Why the record is still unusable, as a code and a sentence; `nil` where it was stored.
    package let reason: (code: String, message: String)?

    /// Whether it was stored.
    package var isAccepted: Bool { reason == nil }
}
