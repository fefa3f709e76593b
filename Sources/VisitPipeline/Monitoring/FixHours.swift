internal import VisitModel
internal import VisitStore

/// A device's inputs an hour at a time: what is stored, together with what was put down since.
struct FixHours {
    private let key: DeviceKey
    private let store: VisitStore
    /// What was put down, all of it in one hour.
    private let waiting: [DeviceInput]

    init(of key: DeviceKey, _ store: VisitStore) throws {
        self.key = key
        self.store = store
        // Read first: what is stored meanwhile is found twice and not missed.
        self.waiting = try DeviceSession.unpacked(store.intake(key).map(\.fixes))
    }

    /// The first hour that has inputs.
    ///
    /// - Parameters:
    ///   - start: only hours that end after it.
    ///   - end: only hours that begin before it, or at it; `nil` for all.
    /// - Returns: the start of the hour and its inputs in order, each once; `nil` where there is none.
    /// - Throws: `VisitStoreError`, `VisitPipelineError` with code `damagedState`.
    func first(from start: Timestamp, to end: Timestamp?) throws -> (bucket: Timestamp, inputs: [DeviceInput])? {
        let chunk = try store.fixChunks(key, from: start, to: end, limit: 1).first
        let stored = try chunk.map { try InputPacking.unpack($0.fixes).withoutClaimedRepeats } ?? []
        guard let last = waiting.last, last.time >= start, let first = waiting.first,
            end.map({ first.time <= $0 }) ?? true
        else { return chunk.map { ($0.bucket, stored) } }
        let bucket = FixChunk.bucket(of: first.time)
        guard let chunk, chunk.bucket <= bucket else { return (bucket, waiting) }
        guard chunk.bucket == bucket else { return (chunk.bucket, stored) }
        let known = Set(stored)
        return (bucket, (stored + waiting.filter { !known.contains($0) }).sorted().withoutClaimedRepeats)
    }
}
