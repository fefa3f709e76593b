internal import Interchange
internal import Synchronization
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// An uploaded file that waits for confirmation.
struct PendingImport: Sendable {
    /// The kind of file.
    enum Kind: String, CaseIterable, Sendable {
        case facilities, members
    }

    /// An unguessable id.
    let id: String
    let kind: Kind
    let file: UploadedFile
    let isStrict: Bool
    let replaces: Bool
    /// The time zone of facilities without one.
    let timeZone: TimeZoneName?
    /// The column mappings, each as `field=HEADER`.
    let columns: [String]
    /// The time of the upload.
    let at: Timestamp

    /// Imports the file, or runs a trial.
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
            let options = MemberImportOptions(overrides: try MemberColumns.overrides(columns), mode: mode)
            return try store.importMembers(file.bytes, name: file.name, options: options)
        }
    }
}

/// The files that wait for confirmation: one for each session, for half an hour, in memory.
final class PendingImports: Sendable {
    private static let lifeSeconds = 1_800.0
    /// The most files; a further one replaces the oldest.
    private static let limit = 8

    private let waiting = Mutex<[String: PendingImport]>([:])

    init() {}

    /// Stores a file, replacing an earlier one of the same session.
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

    /// Removes and returns a session's file; `nil` where it has another id, or has expired.
    func remove(_ id: String, of session: String, at now: Timestamp) -> PendingImport? {
        waiting.withLock { waiting in
            guard let pending = waiting[session], pending.id == id else { return nil }
            waiting[session] = nil
            return pending.at.seconds(to: now) < Self.lifeSeconds ? pending : nil
        }
    }
}
