internal import GeofenceEngine
package import VisitModel
internal import VisitStore

/// The place of a fix among all fixes of a device: its time, and how many of that time come up to it.
package struct FixCursor: Hashable, Sendable {
    /// The time of the fix.
    package let time: Timestamp
    /// How many fixes of that time come up to it, itself among them: 1 or more.
    package let ordinal: Int

    /// Makes a place, for instance of what a caller handed back.
    ///
    /// - Parameters:
    ///   - time: the time of the fix.
    ///   - ordinal: how many fixes of that time come up to it.
    package init(time: Timestamp, ordinal: Int) {
        self.time = time
        self.ordinal = ordinal
    }
}

/// Some fixes of a device, and where the next ones are.
package struct FixPage: Hashable, Sendable {
    /// The fixes, by time.
    package let fixes: [Fix]
    /// What `after` is for the next page; `nil` when this is the last one.
    package let next: FixCursor?
}

extension VisitPipeline {
    /// A page of a device's raw fixes, as far as they are kept, by time.
    ///
    /// - Parameters:
    ///   - device: the phone.
    ///   - start: the first time asked for; `nil` begins with the first that is kept.
    ///   - end: the first time no longer asked for; `nil` for all that follow.
    ///   - place: only those behind this one.
    ///   - size: at most so many, 1 or more.
    /// - Returns: the fixes, and where the next page begins.
    /// - Throws: `VisitPipelineError` with code `unknownDevice` or `damagedState`, `VisitStoreError`.
    package func fixes(
        of device: DeviceID,
        since start: Timestamp? = nil,
        until end: Timestamp? = nil,
        after place: FixCursor? = nil,
        size: Int
    ) throws -> FixPage {
        let key = try known(device).key
        // One more than fits tells whether there is another page. An hour at a time: a month may not fit into memory.
        var fixes: [Fix] = []
        var hour = max(start ?? FenceVersion.beginningOfTime, place?.time ?? FenceVersion.beginningOfTime)
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

    /// Where a device was last seen, as far as its fixes are kept.
    ///
    /// - Parameter device: the phone.
    /// - Returns: its last fix; `nil` where none is kept.
    /// - Throws: as `fixes(of:since:until:after:size:)`.
    package func lastFix(of device: DeviceID) throws -> Fix? {
        let known = try known(device)
        guard let newest = known.newestFixAt else { return nil }
        let hour = try FixHours(of: known.key, store).first(from: newest, to: newest)
        return hour?.inputs.compactMap(\.fix).last { $0.time <= newest }
    }

    private func known(_ device: DeviceID) throws -> StoredDevice {
        guard let known = try store.device(device) else {
            throw VisitPipelineError(
                .unknownDevice,
                "there is no device `\(device)`; `footfall devices` lists those that sent fixes"
            )
        }
        return known
    }
}
