internal import GeofenceEngine
package import Interchange
internal import MemberEngine
internal import VisitModel
package import VisitStore

extension LiveIngest {
    /// Retries a quarantined record, which may be usable now.
    ///
    /// A newer version of the program may be able to read it, the time of a clock that was ahead may have come, the
    /// phone may have another name, or `owner` may name the one that the record lacks. A usable record is stored like
    /// any other and removed from the quarantine; otherwise it stays unchanged.
    ///
    /// The member and the phone of `owner` override those of the record; its platform is used where the record has
    /// none. Returns `nil` where there is no such record. Throws as `ingest(_:receivedAt:)`; the record then stays.
    package func retry(
        _ key: QuarantinedRecord.Key,
        as owner: PhoneSender = PhoneSender()
    ) async throws -> RetriedRecord? {
        guard let record = try await onSeparateThread({ try $0.quarantine.find(key) }) else { return nil }
        guard let app = PhoneApp(rawValue: record.app) else {
            return RetriedRecord(key: key, reason: (record.code, "the app `\(record.app)` is unknown to this program"))
        }
        guard record.isWhole else {
            let message =
                "only the first \(record.record.count) of its \(record.size) bytes are stored, so it can't be retried"
            return RetriedRecord(key: key, reason: ("not_whole", message))
        }
        let sender = PhoneSender(
            member: owner.member ?? record.member,
            device: owner.device ?? record.device,
            platform: owner.platform
        )
        let request = PhoneRequest(record: record.record, of: app)
        let hasOwner = owner.member != nil || owner.device != nil
        let outcome = try await evaluate(
            request,
            of: app,
            from: sender,
            // The token of an unknown phone must not create it by a retry, but who retries may name its owner.
            as: hasOwner
                ? .anyone
                : record.code == NewQuarantine.unknownDeviceCode ? .device : record.member == nil ? .anyone : nil,
            answersPhone: false
        )
        let (report, receipt) = (outcome.report, outcome.receipt)
        if let first = outcome.aside.first { return RetriedRecord(key: key, reason: (first.code, first.message)) }
        if let failure = report.failure { return RetriedRecord(key: key, reason: (failure.code, failure.message)) }
        let repeats = receipt.summary.rejections[.exactRepeat] ?? 0
        guard receipt.summary.stored + repeats + report.ignoredCount > 0 else {
            return RetriedRecord(key: key, reason: (record.code, record.message))
        }
        _ = try await onSeparateThread { try $0.quarantine.delete(key) }
        return RetriedRecord(key: key, reason: nil)
    }
}

package struct RetriedRecord: Sendable {
    package let key: QuarantinedRecord.Key
    /// Why the record is still unusable, as a code and a sentence; `nil` where it was stored.
    package let reason: (code: String, message: String)?

    package var isAccepted: Bool { reason == nil }
}
