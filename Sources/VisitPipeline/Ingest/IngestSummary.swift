package import GeofenceEngine
package import VisitModel

/// What became of the fixes that were taken in.
package struct IngestSummary: Hashable, Sendable {
    /// How many fixes came.
    package var fixes = 0
    /// How many were new and are stored.
    package var stored = 0
    /// How many came after a later one and were evaluated in their place.
    package var late = 0
    /// How many were not used, by reason.
    package var rejections: [FixRejection: Int] = [:]
    /// How many fixes of each device are stored and not evaluated: they lie beyond the horizon, or fixes around them were
    /// removed.
    package var unevaluated: [DeviceID: Int] = [:]
    /// How many events were told, by the name of their kind.
    package var events: [String: Int] = [:]
    /// How many fixes named no accuracy, or one that is none.
    package var unknownAccuracy = 0
    /// How many of the stored or repeated fixes came from a clock that ran ahead and have a corrected time.
    package var clockCorrected = 0
    /// The devices with such fixes.
    package var clockCorrectedDevices: Set<DeviceID> = []
    /// The devices that sent.
    package var devices: Set<DeviceID> = []

    /// Begins a sum.
    package init() {}

    /// Adds another sum.
    ///
    /// - Parameter other: what became of more fixes.
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
