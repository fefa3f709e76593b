package import GeofenceEngine
public import VisitModel

/// The whole state of one device, as a value to which inputs are applied in the order of time.
///
/// The steps of a fix are validation (`FixHygiene`), selection of the nearest fences, the slots of the phone's system,
/// the evaluator, and the visits. Each step is a decision of `GeofenceEngine`; the result is a journal, which is stored
/// in one transaction with the timeline. The same inputs give the same journal and the same bytes.
public struct DeviceTimeline: Sendable {
    /// The device of the timeline.
    public let device: Device
    /// The validation state: which fixes are accepted.
    var hygiene = FixHygiene()
    /// The OS transition reports of the fix that `hygiene` holds until the next one.
    var heldClaims: [TransitionReport] = []
    /// The geofences registered with the phone's system.
    package var registry: GeofenceRegistry
    /// The fences that the device is inside of.
    package var evaluator = GeofenceEvaluator()
    /// The open stays, and those that ended recently.
    package var builder = VisitBuilder()
    /// The number of stays per fence that reached its dwell threshold; breaks ties between equally near fences.
    var dwells: [FenceKey: Int] = [:]
    /// The state of geofence monitoring on the phone.
    var watching = Watching.active
    /// The number of slots that the system was found to offer, where it is below its limit.
    var measuredSlots: Int?
    /// The last input; the next one sorts after it.
    package var lastInput: DeviceInput?
    /// The number of journal entries of the current trigger.
    var entriesAtTrigger = 0
    /// The time of the last input, under which journal entries are recorded.
    var trigger: Timestamp?
    /// The newest time that the horizon of late input is counted from.
    package var newestSane: Timestamp?

    /// The cached environment; rebuilt when missing, and without influence on any decision.
    package var surroundings = Surroundings()

    /// Creates the state of a device that has sent nothing.
    ///
    /// - Parameters:
    ///   - device: the device; its platform decides how many fences are registered.
    ///   - options: how many of these are selected, and their priority.
    public init(device: Device, options: SelectionOptions = SelectionOptions()) {
        self.device = device
        self.registry = GeofenceRegistry(platform: device.platform, limit: options.ignoresLimit ? .max : nil)
    }
}
