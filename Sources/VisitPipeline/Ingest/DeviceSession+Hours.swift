internal import DeviceEngine
internal import VisitModel
internal import VisitStore

extension DeviceSession {
    /// Stored inputs of a device by hour.
    typealias Hours = [Timestamp: [DeviceInput]]

    /// Adds inputs to their hours and returns the changed hours, packed.
    mutating func chunks(
        with added: [DeviceInput],
        _ known: Hours,
        _ lane: CommitLane
    ) throws -> [FixChunk] {
        var hours: Hours = [:]
        for input in added {
            let bucket = FixChunk.bucket(of: input.time)
            if hours[bucket] == nil {
                hours[bucket] = try known[bucket] ?? inputs(of: bucket, lane)
            }
            hours[bucket]?.append(input)
        }
        for bucket in unsaved.buckets where hours[bucket] == nil {
            hours[bucket] = try known[bucket] ?? inputs(of: bucket, lane)
        }
        var chunks: [FixChunk] = []
        chunks.reserveCapacity(hours.count)
        for (bucket, unsorted) in hours.sorted(by: { $0.key < $1.key }) {
            let inputs = (Self.isSorted(unsorted) ? unsorted : unsorted.sorted()).withoutReportedRepeats
            guard let first = inputs.first, let last = inputs.last else { continue }
            chunks.append(
                FixChunk(
                    first: first.time,
                    last: last.time,
                    fixCount: inputs.count,
                    fixes: InputPacking.pack(inputs)
                )
            )
            if hour.map({ bucket >= $0.bucket }) ?? newestBucket.map({ bucket >= $0 }) ?? true {
                // Where inputs are committed only now and then, reading the hour costs less than caching it.
                if !appendsPending { hour = (bucket, inputs) }
                newestBucket = max(newestBucket ?? bucket, bucket)
            }
        }
        return chunks
    }

    /// The inputs of one hour, from the store and the pending-fix log.
    func inputs(of bucket: Timestamp, _ lane: CommitLane) throws -> [DeviceInput] {
        if let hour, hour.bucket == bucket { return hour.inputs }
        guard let newestBucket, bucket <= newestBucket else { return try unsaved.inputs(of: bucket) }
        let end = Timestamp(milliseconds: bucket.milliseconds + FixChunk.spanMilliseconds - 1)
        let stored = try Self.unpacked(lane.storeAfterCommits().fixes.chunks(of: key, from: bucket, to: end))
        return try unsaved.inputs(with: stored, of: bucket)
    }

    static func unpacked(_ chunks: [FixChunk]) throws -> [DeviceInput] {
        try chunks.flatMap { try InputPacking.unpack($0.fixes) }
    }

    /// Decodes the inputs of chunks that were not too late to be evaluated, in order.
    static func evaluatedInputs(_ chunks: [FixChunk]) throws -> [DeviceInput] {
        try unpacked(chunks).filter { $0.evaluated == $0 }.sorted()
    }

    private static func isSorted(_ inputs: [DeviceInput]) -> Bool {
        zip(inputs, inputs.dropFirst()).allSatisfy { $0 <= $1 }
    }
}
