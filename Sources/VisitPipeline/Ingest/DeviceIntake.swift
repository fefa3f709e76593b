internal import DeviceEngine
internal import GeofenceEngine
internal import VisitModel
internal import VisitStore

/// The intake of a device's inputs: identifies and opens the device, validates each input and its time, and evaluates
/// them.
///
/// ```
/// replay ──────────▶ FixIngest ──┐
/// service ─────────▶ LiveIngest ─┼─▶ DeviceIntake: device ─▶ open ─▶ validate ─▶ evaluate ─▶ MemberTask: the commits
/// simulated phone ─▶ LivePhone ──┘
/// ```
///
/// Its callers only schedule it, and cache opened devices.
struct DeviceIntake: Sendable {
    /// The environment of the devices.
    let context: TimelineContext
    /// The mapping between facilities and fences.
    let directory: FacilityDirectory
    /// The platform of a device of unknown platform.
    let defaultPlatform: Platform

    /// Makes a new device; without a member it belongs to a member of the same id.
    func newDevice(_ id: DeviceID, member: MemberID?, platform: Platform?) throws -> Device {
        Device(
            id: id,
            member: try member ?? MemberID(id.text),
            platform: platform ?? defaultPlatform,
            isPlatformKnown: platform != nil
        )
    }

    /// An opened device.
    struct Opened {
        /// Its state.
        var session: DeviceSession
        /// The member's other devices.
        let companions: [DeviceID]
    }

    /// Opens a device from its stored state, or from its cached session.
    ///
    /// - Parameters:
    ///   - device: the device.
    ///   - key: its number in the store.
    ///   - store: the store with its state and inputs.
    ///   - intake: its pending fixes, which its state lacks; `nil` searches the whole pending-fix log.
    ///   - appendsPending: whether inputs without an outcome are appended to the pending-fix log.
    ///   - cached: its session from before the facilities changed.
    /// - Returns: the device, with the current facilities.
    /// - Throws: `VisitPipelineError` when the state is damaged, `StorageError` when it can't be read.
    func open(
        _ device: Device,
        key: DeviceKey,
        in store: VisitStore,
        intake: @autoclosure () throws -> [StoredIntake]?,
        appendsPending: Bool = false,
        continuing cached: DeviceSession? = nil
    ) throws -> Opened {
        let member = try store.members.find(device.member)
        let memberFences = directory.keys(of: member?.member.facilities)
        var session: DeviceSession
        if let cached {
            // Pending fixes were evaluated against the facilities of their time, and are not evaluated again.
            session = cached
            session.timeline.cache = TimelineCache()
            session.timeline.cache.adopt(memberFences: memberFences)
        } else {
            session = try DeviceSession(
                key: key,
                device: device,
                memberFences: memberFences,
                context: context,
                store: store,
                intake: intake(),
                appendsPending: appendsPending
            )
        }
        session.isOnlyDevice = member?.devices.count == 1
        let companions = (member?.devices ?? []).map(\.id).filter { $0 != device.id }
        return Opened(session: session, companions: session.isOnlyDevice ? [] : companions)
    }

    /// Validates the inputs of one device by themselves, and corrects the times of a clock that runs ahead.
    ///
    /// - Parameters:
    ///   - inputs: what the device sent, in any order.
    ///   - now: the receive time of inputs without one.
    ///   - clock: the estimate of the device's clock; updated by the fixes.
    /// - Returns: the accepted and the refused inputs.
    func validate(
        _ inputs: [ReceivedInput],
        at now: Timestamp,
        clock: inout ClockEstimate
    ) -> InputScreening.Outcome {
        screening(at: now).screen(inputs, clock: &clock)
    }

    /// The outcome of inputs of which none can be accepted; see `InputScreening.refusedAltogether`.
    func refusedAltogether(_ inputs: [ReceivedInput], at now: Timestamp) -> InputScreening.Outcome? {
        screening(at: now).refusedAltogether(inputs)
    }

    private func screening(at now: Timestamp) -> InputScreening {
        InputScreening(policy: context.policy.hygiene, now: now)
    }

    /// Makes a writer that turns outcomes into commits.
    ///
    /// - Parameters:
    ///   - lane: the serial queue into the store.
    ///   - observed: when the inputs became known.
    /// - Returns: the writer.
    func writer(into lane: CommitLane, _ observed: ObservedTimes) -> OutcomeWriter {
        OutcomeWriter(lane: lane, intake: self, observed: observed)
    }

    /// Evaluates the inputs of a member's devices.
    ///
    /// - Parameters:
    ///   - parts: the opened devices, each with its inputs.
    ///   - member: the owner of the devices.
    ///   - writer: turns outcomes into commits.
    ///   - savesAll: whether pending fixes are stored with the states in any case.
    /// - Returns: the commits, and the outcome of the inputs.
    /// - Throws: `StorageError`, `VisitPipelineError`.
    func evaluate(
        _ parts: [(device: OpenDevice, inputs: MemberTask.Inputs)],
        of member: MemberID,
        _ writer: OutcomeWriter,
        savesAll: Bool = false
    ) throws -> MemberTask {
        var task = MemberTask(member: member, parts: parts)
        try task.run(writer, savesAll: savesAll)
        return task
    }
}
