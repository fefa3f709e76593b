internal import GeofenceEngine
internal import VisitModel

/// All that Footfall knows of one device, as a value that fixes are fed to in the order of time.
///
/// This is the flow of a fix: hygiene, selection of the nearest fences, the slots of the phone's system, the evaluator,
/// the visits. Each step is a decision of `GeofenceEngine`; what comes out goes into a journal, which is stored in one
/// transaction with the timeline. The same inputs give the same journal and the same bytes.
struct DeviceTimeline: Sendable {
    /// Whose timeline it is.
    let device: Device
    /// Which fixes are believed.
    var hygiene = FixHygiene()
    /// What the phone's system said with a fix that waits for the next one.
    var heldClaims: [FenceClaim] = []
    /// What the phone's system watches.
    var registry: GeofenceRegistry
    /// Which fences the device is inside of.
    var evaluator = GeofenceEvaluator()
    /// The stays that go on, and those that ended a moment ago.
    var builder = VisitBuilder()
    /// How many stays at a fence have reached its dwell threshold; breaks ties between equally near fences.
    var dwells: [FenceKey: Int] = [:]
    /// Whether the phone's system watches what it is asked to.
    var watching = Watching.active
    /// How many slots the system has for us, where that was found to be fewer than its limit.
    var measuredSlots: Int?
    /// The last input; the next one comes after it.
    var lastInput: DeviceInput?
    /// How many entries the journal has for the last trigger.
    var entriesAtTrigger = 0
    /// The time of the last input, under which the journal files what it told.
    var trigger: Timestamp?
    /// The newest time that the horizon of late input is counted from.
    var newestSane: Timestamp?

    /// What is known of the neighbourhood; made anew when missing, and never decides anything.
    var surroundings = Surroundings()

    init(device: Device, options: SelectionOptions) {
        self.device = device
        self.registry = GeofenceRegistry(platform: device.platform, limit: options.ignoresLimit ? .max : nil)
    }
}
