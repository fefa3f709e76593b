internal import DeviceEngine
package import GeofenceEngine
package import VisitModel

/// What became of the inputs of a batch.
package struct IngestSummary: Hashable, Sendable {
    /// The number of fixes received.
    package var fixes = 0
    /// The number of new fixes, which are stored.
    package var stored = 0
    /// The number of fixes that arrived after a later one and were evaluated in order.
    package var late = 0
    /// The number of unused fixes, by reason.
    package var rejections: [FixRejection: Int] = [:]
    /// The number of fixes of each device that are stored and not evaluated: they lie beyond the horizon, or fixes
    /// around them were removed.
    package var unevaluated: [DeviceID: Int] = [:]
    /// The number of recorded events, by the name of their kind.
    package var events: [String: Int] = [:]
    /// The number of fixes without a valid accuracy.
    package var unknownAccuracy = 0
    /// The number of stored or repeated fixes with a corrected time, because the clock was ahead.
    package var clockCorrected = 0
    /// The devices with such fixes.
    package var clockCorrectedDevices: Set<DeviceID> = []
    /// The devices that sent fixes.
    package var devices: Set<DeviceID> = []

    package init() {}

    package mutating func add(_ other: IngestSummary) {
        fixes += other.fixes
        stored += other.stored
        late += other.late
        rejections.merge(other.rejections, uniquingKeysWith: +)
        unevaluated.merge(other.unevaluated, uniquingKeysWith: +)
        events.merge(other.events, uniquingKeysWith: +)
        unknownAccuracy += other.unknownAccuracy
        clockCorrected += other.clockCorrected
        clockCorrectedDevices.formUnion(other.clockCorrectedDevices)
        devices.formUnion(other.devices)
    }
}

extension IngestSummary {
    package mutating func count(_ screened: InputScreening.Outcome, of device: DeviceID) {
        fixes += screened.fixCount
        unknownAccuracy += screened.unknownAccuracyCount
        for refused in screened.refused { rejections[refused.rejection, default: 0] += 1 }
        guard screened.correctedCount > 0 else { return }
        clockCorrected += screened.correctedCount
        clockCorrectedDevices.insert(device)
    }

    mutating func count(_ outcome: DeviceSession.Outcome, of device: DeviceID) {
        devices.insert(device)
        stored += outcome.addedCount
        late += outcome.lateCount
        rejections.merge(outcome.journal.rejections, uniquingKeysWith: +)
        if let count = outcome.journal.rejections[.beyondHorizon] { unevaluated[device, default: 0] += count }
    }

    mutating func count(_ recorded: [JournalEvent]) {
        // Nine of ten are changes of registrations, for which a dictionary would take longer than the rest.
        var (registered, unregistered) = (0, 0)
        for index in recorded.indices {
            switch recorded.span[index].kind {
            case .registered: registered += 1
            case .unregistered: unregistered += 1
            case .entered, .dwell, .exited, .heartbeat, .error:
                events[recorded.span[index].kind.name, default: 0] += 1
            }
        }
        if registered > 0 { events[JournalEvent.Kind.registered([]).name, default: 0] += registered }
        if unregistered > 0 { events[JournalEvent.Kind.unregistered(nil).name, default: 0] += unregistered }
    }
}
