internal import DeviceEngine
internal import VisitModel
internal import VisitStore

/// A device's inputs by hour: the stored ones together with the pending ones.
struct FixHours {
    private let key: DeviceKey
    private let store: VisitStore
    /// The pending inputs, by hour.
    private let waiting: [(bucket: Timestamp, inputs: [DeviceInput])]

    init(of key: DeviceKey, _ store: VisitStore) throws {
        self.key = key
        self.store = store
        // Read first: inputs that are saved in the meantime are then found twice and not missed.
        self.waiting = try Dictionary(grouping: store.intake(key).map(\.fixes), by: \.bucket)
            .map { bucket, chunks in (bucket, try DeviceSession.unpacked(chunks).sorted()) }
            .sorted { $0.bucket < $1.bucket }
    }

    /// Returns the first hour with inputs in a range.
    ///
    /// - Parameters:
    ///   - start: the hour ends after it.
    ///   - end: the hour begins before or at it; `nil` for no limit.
    /// - Returns: the start of the hour and its inputs in order, without duplicates; `nil` where no hour has inputs.
    /// - Throws: `StorageError`, `VisitPipelineError` with code `damagedState`.
    func first(from start: Timestamp, to end: Timestamp?) throws -> (bucket: Timestamp, inputs: [DeviceInput])? {
        let chunk = try store.fixChunks(key, from: start, to: end, limit: 1).first
        let put = waiting.first { hour in hour.inputs.last.map { $0.time >= start } ?? false }
            .flatMap { hour in end.map { hour.bucket <= $0 } ?? true ? hour : nil }
        guard let bucket = [chunk?.bucket, put?.bucket].compactMap(\.self).min() else { return nil }
        var inputs: [DeviceInput] = []
        if let chunk, chunk.bucket == bucket { inputs += try InputPacking.unpack(chunk.fixes) }
        if let put, put.bucket == bucket { inputs = Set(inputs + put.inputs).sorted() }
        return (bucket, inputs.withoutClaimedRepeats)
    }
}
