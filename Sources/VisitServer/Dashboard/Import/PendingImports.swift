internal import Interchange
internal import Synchronization
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// An uploaded file that waits for confirmation.
struct PendingImport: Sendable {
    enum Kind: String, CaseIterable, Sendable {
        case facilities, members
    }

    /// Unguessable.
    let id: String
    let kind: Kind
    let file: UploadedFile
    let isStrict: Bool
    let replaces: Bool
    /// Of facilities without a time zone.
    let timeZone: TimeZoneName?
    /// The day from which groups apply; `nil` for today.
    let groupsFrom: CivilDate?
    /// Each as `field=HEADER`.
    let columns: [String]
    let at: Timestamp

    func run(_ store: VisitStore, isDryRun: Bool, at now: Timestamp) throws -> ImportReport {
        let mode = ImportMode(isStrict: isStrict, isDryRun: isDryRun, replaces: replaces)
        switch kind {
        case .facilities:
            let options = FacilityImportOptions(
                overrides: try FacilityColumns.overrides(columns),
                timeZone: timeZone,
                mode: mode,
                effectiveFrom: now,
                observedAt: now
            )
            return try store.importFacilities(file.bytes, name: file.name, options: options)
        case .members:
            let options = MemberImportOptions(
                overrides: try MemberColumns.overrides(columns),
                mode: mode,
                groupsFrom: groupsFrom,
                observedAt: now
            )
            return try store.importMembers(file.bytes, name: file.name, options: options)
        }
    }
}

/// The files that wait for confirmation: one for each session, for half an hour, in memory.
final class PendingImports: Sendable {
    private static let lifeSeconds = 1_800.0
    /// A further file replaces the oldest.
    private static let limit = 8

    private let waiting = Mutex<[String: PendingImport]>([:])

    /// Replaces an earlier file of the same session.
    func store(_ pending: PendingImport, for session: String) {
        waiting.withLock { waiting in
            waiting[session] = nil
            waiting = waiting.filter { $0.value.at.seconds(to: pending.at) < Self.lifeSeconds }
            if waiting.count >= Self.limit, let oldest = waiting.min(by: { $0.value.at < $1.value.at }) {
                waiting[oldest.key] = nil
            }
            waiting[session] = pending
        }
    }

    /// `nil` where the session's file has another id, or has expired.
    func remove(_ id: String, of session: String, at now: Timestamp) -> PendingImport? {
        waiting.withLock { waiting in
            guard let pending = waiting[session], pending.id == id else { return nil }
            waiting[session] = nil
            return pending.at.seconds(to: now) < Self.lifeSeconds ? pending : nil
        }
    }
}
