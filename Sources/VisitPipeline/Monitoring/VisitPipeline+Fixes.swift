internal import DeviceEngine
internal import GeofenceEngine
internal import MemberEngine
package import VisitModel
internal import VisitStore

/// The position of a fix among all fixes of a device: its time, and its number among the fixes of that time.
package struct FixCursor: Hashable, Sendable {
    package let time: Timestamp
    /// The number of the fix among those of the same time, counted from 1.
    package let ordinal: Int

    package init(time: Timestamp, ordinal: Int) {
        self.time = time
        self.ordinal = ordinal
    }
}

package struct FixPage: Hashable, Sendable {
    /// The fixes, by time.
    package let fixes: [Fix]
    /// The cursor for the next page; `nil` for the last one.
    package let next: FixCursor?
}

extension VisitPipeline {
    /// Returns a page of a device's raw fixes within retention, by time.
    ///
    /// The range begins at `start`, or with the oldest fix, and ends before `end`. The page begins after `place`, and
    /// has at most `size` fixes, 1 or more. Throws `VisitPipelineError` with code `unknownDevice` or `damagedState`.
    package func fixes(
        of device: DeviceID,
        since start: Timestamp? = nil,
        until end: Timestamp? = nil,
        after place: FixCursor? = nil,
        size: Int
    ) throws -> FixPage {
        let key = try self.device(device).key
        // One fix more than the page size shows whether there is another page. Read by hour: a month may not fit into
        // memory.
        var fixes: [Fix] = []
        var hour = max(start ?? Timestamp.beginningOfTime, place?.time ?? Timestamp.beginningOfTime)
        let last = end.map { Timestamp(milliseconds: $0.milliseconds - 1) }
        let hours = try FixHours(of: key, store)
        while fixes.count <= size, let (bucket, inputs) = try hours.first(from: hour, to: last) {
            var ordinal = 0
            for fix in inputs.compactMap(\.fix) {
                if let place, fix.time <= place.time {
                    ordinal += fix.time == place.time ? 1 : 0
                    if fix.time < place.time || ordinal <= place.ordinal { continue }
                }
                if let start, fix.time < start { continue }
                if let end, fix.time >= end { break }
                fixes.append(fix)
            }
            hour = Timestamp(milliseconds: bucket.milliseconds + FixChunk.spanMilliseconds)
        }
        guard fixes.count > size, let last = fixes.prefix(size).last else { return FixPage(fixes: fixes, next: nil) }
        let page = Array(fixes.prefix(size))
        let before = place?.time == last.time ? place?.ordinal ?? 0 : 0
        let ordinal = before + page.count { $0.time == last.time }
        return FixPage(fixes: page, next: FixCursor(time: last.time, ordinal: ordinal))
    }

    /// Calls a closure with each of a device's raw fixes within retention, by time; an hour is in memory at a time.
    ///
    /// The range begins at `start`, or with the oldest fix, and ends before `end`. Throws as
    /// `fixes(of:since:until:after:size:)`, and what the closure throws.
    package func forEachFix(
        of device: DeviceID,
        since start: Timestamp? = nil,
        until end: Timestamp? = nil,
        _ body: (Fix) throws -> Void
    ) throws {
        var hour = start ?? Timestamp.beginningOfTime
        let last = end.map { Timestamp(milliseconds: $0.milliseconds - 1) }
        let hours = try FixHours(of: try self.device(device).key, store)
        while let (bucket, inputs) = try hours.first(from: hour, to: last) {
            for fix in inputs.compactMap(\.fix) where fix.time >= hour && last.map({ fix.time <= $0 }) ?? true {
                try body(fix)
            }
            hour = Timestamp(milliseconds: bucket.milliseconds + FixChunk.spanMilliseconds)
        }
    }

    /// Returns the last fix of a device within retention; `nil` where none is kept.
    ///
    /// Throws as `fixes(of:since:until:after:size:)`.
    package func lastFix(of device: DeviceID) throws -> Fix? {
        let known = try self.device(device)
        guard let newest = known.newestFixAt else { return nil }
        let hour = try FixHours(of: known.key, store).first(from: newest, to: newest)
        return hour?.inputs.compactMap(\.fix).last { $0.time <= newest }
    }
}

/// A device's inputs by hour: the stored ones together with the pending ones.
struct FixHours {
    private let key: DeviceKey
    private let store: VisitStore
    private let waiting: [(bucket: Timestamp, inputs: [DeviceInput])]

    init(of key: DeviceKey, _ store: VisitStore) throws {
        self.key = key
        self.store = store
        // Read first: inputs that are saved in the meantime are then found twice and not missed.
        self.waiting = try Dictionary(grouping: store.intake.entries(of: key).map(\.fixes), by: \.bucket)
            .map { bucket, chunks in (bucket, try chunks.unpacked().sorted()) }
            .sorted { $0.bucket < $1.bucket }
    }

    /// Returns the first hour with inputs that ends after `start` and begins at or before `end`; `nil` for none.
    ///
    /// The inputs are in order, without duplicates. Throws `VisitPipelineError` with code `damagedState`.
    func first(from start: Timestamp, to end: Timestamp?) throws -> (bucket: Timestamp, inputs: [DeviceInput])? {
        let chunk = try store.fixes.chunks(of: key, from: start, to: end, limit: 1).first
        let put = waiting.first { hour in hour.inputs.last.map { $0.time >= start } ?? false }
            .flatMap { hour in end.map { hour.bucket <= $0 } ?? true ? hour : nil }
        guard let bucket = [chunk?.bucket, put?.bucket].compactMap(\.self).min() else { return nil }
        var inputs: [DeviceInput] = []
        if let chunk, chunk.bucket == bucket { inputs += try chunk.unpacked() }
        if let put, put.bucket == bucket { inputs = Set(inputs + put.inputs).sorted() }
        return (bucket, Array(inputs[...].withoutReportedRepeats))
    }
}
