internal import Interchange
internal import Synchronization
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// A file that was tried and waits for a yes.
struct PendingImport: Sendable {
    /// What is in a file.
    enum Kind: String, CaseIterable, Sendable {
        case facilities, members
    }

    /// What nobody can guess.
    let id: String
    let kind: Kind
    let file: UploadedFile
    let isStrict: Bool
    let replaces: Bool
    /// The time zone of facilities that name none.
    let timeZone: TimeZoneName?
    /// Columns that are named, each as `field=HEADER`.
    let columns: [String]
    /// When it was tried.
    let at: Timestamp

    /// Imports the file, or finds out what would come of that.
    ///
    /// - Parameters:
    ///   - store: where to.
    ///   - isDryRun: whether nothing is written.
    ///   - now: from when on changes hold.
    /// - Returns: what was found and done.
    /// - Throws: `InterchangeError`, `VisitPipelineError`, `VisitStoreError`.
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

/// The files that wait for a yes: one for each who is signed in, for half an hour, in memory.
final class PendingImports: Sendable {
    private static let lifeSeconds = 1_800.0
    /// The most files; who comes then drops the oldest.
    private static let limit = 8

    private let waiting = Mutex<[String: PendingImport]>([:])

    init() {}

    /// Keeps a file; one that the same session left before goes.
    func keep(_ pending: PendingImport, for session: String) {
        waiting.withLock { waiting in
            waiting[session] = nil
            waiting = waiting.filter { $0.value.at.seconds(to: pending.at) < Self.lifeSeconds }
            if waiting.count >= Self.limit, let oldest = waiting.min(by: { $0.value.at < $1.value.at }) {
                waiting[oldest.key] = nil
            }
            waiting[session] = pending
        }
    }

    /// Takes a session's file out; `nil` where it is another one, or gone.
    func take(_ id: String, of session: String, at now: Timestamp) -> PendingImport? {
        waiting.withLock { waiting in
            guard let pending = waiting[session], pending.id == id else { return nil }
            waiting[session] = nil
            return pending.at.seconds(to: now) < Self.lifeSeconds ? pending : nil
        }
    }
}
