internal import GeofenceEngine
internal import VisitModel
internal import VisitStore

/// The one way of what a device sends into the engine: whose it is, opening the device, validating each input and its time,
/// evaluating them, and what comes of it.
///
/// ```
/// replay ──────────▶ FixIngest ──┐
/// service ─────────▶ LiveIngest ─┼─▶ DeviceIntake: device ─▶ open ─▶ validate ─▶ evaluate ─▶ MemberTask: what is stored
/// simulated phone ─▶ LivePhone ──┘
/// ```
///
/// Those in front of it only decide when, and keep opened devices at hand.
struct DeviceIntake: Sendable {
    /// The world outside the devices.
    let context: TimelineContext
    /// Which facilities are whose.
    let directory: FacilityDirectory
    /// The platform of a device that nothing says it of.
    let defaultPlatform: Platform

    /// A device that was not heard of before; where nothing says whose it is, of a member of its name.
    func newDevice(_ id: DeviceID, member: MemberID?, platform: Platform?) throws -> Device {
        Device(id: id, member: try member ?? MemberID(id.text), platform: platform ?? defaultPlatform)
    }

    /// A device that was opened.
    struct Opened {
        /// What is known of it.
        var session: DeviceSession
        /// The member's other devices, which have a companion now if they had none.
        let companions: [DeviceID]
    }

    /// Opens a device: from its stored state, or from what is at hand of it.
    ///
    /// - Parameters:
    ///   - device: the device.
    ///   - key: its number in the store.
    ///   - store: where its state and inputs are.
    ///   - intake: what was put down of it and is not in its state; `nil` looks through the whole intake for it.
    ///   - putsDown: whether inputs that nothing comes of are put down as they come.
    ///   - atHand: what is at hand of it from a world whose facilities have changed since.
    /// - Returns: the device, with the facilities as they are now.
    /// - Throws: `VisitPipelineError` when the state is damaged, `VisitStoreError` when it can't be read.
    func open(
        _ device: Device,
        key: DeviceKey,
        in store: VisitStore,
        intake: @autoclosure () throws -> [StoredIntake]?,
        putsDown: Bool = false,
        continuing atHand: DeviceSession? = nil
    ) throws -> Opened {
        let member = try store.member(device.member)
        let memberFences = directory.keys(of: member?.member.facilities)
        var session: DeviceSession
        if let atHand {
            // What was put down was evaluated in the world it came in, and is not evaluated anew in this one.
            session = atHand
            session.timeline.surroundings = Surroundings()
            session.timeline.surroundings.adopt(memberFences: memberFences)
        } else {
            session = try DeviceSession(
                key: key,
                device: device,
                memberFences: memberFences,
                context: context,
                store: store,
                intake: intake(),
                putsDown: putsDown
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
    ///   - now: when inputs are taken to be received that don't say so.
    ///   - clock: what is known of the device's clock; learns from the fixes.
    /// - Returns: what became of them.
    func validate(
        _ inputs: [ReceivedInput],
        at now: Timestamp,
        clock: inout ClockEstimate
    ) -> InputScreening.Outcome {
        screening(at: now).screen(inputs, clock: &clock)
    }

    /// What becomes of fixes of which none can be accepted; see `InputScreening.refusedAltogether`.
    func refusedAltogether(_ inputs: [ReceivedInput], at now: Timestamp) -> InputScreening.Outcome? {
        screening(at: now).refusedAltogether(inputs)
    }

    private func screening(at now: Timestamp) -> InputScreening {
        InputScreening(policy: context.policy.hygiene, now: now)
    }

    /// What turns what came of inputs into what is stored.
    ///
    /// - Parameters:
    ///   - lane: the way into the store.
    ///   - observed: when the inputs became known.
    /// - Returns: the writer.
    func writer(into lane: CommitLane, _ observed: ObservedTimes) -> OutcomeWriter {
        OutcomeWriter(lane: lane, intake: self, observed: observed)
    }

    /// Evaluates what a member's devices sent.
    ///
    /// - Parameters:
    ///   - parts: the opened devices, each with what it sent.
    ///   - member: whose they are.
    ///   - writer: the way into the store and when the inputs became known.
    ///   - savesAll: whether what was put down before is to be stored with the states in any case.
    /// - Returns: what is to be stored, and what became of the inputs.
    /// - Throws: `VisitStoreError`, `VisitPipelineError`.
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
