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
    let context: TimelineContext
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

    /// Opens a device from its stored state, or from its cached session, with the current facilities.
    ///
    /// `member` is its stored member. `intake` holds its pending fixes, which its state lacks; `nil` searches the whole pending-fix log. With
    /// `appendsPending`, inputs without an outcome are appended to that log. `cached` is its session from before the
    /// facilities changed. Throws `VisitPipelineError` when the state is damaged.
    func open(
        _ device: Device,
        key: DeviceKey,
        of member: StoredMember?,
        in store: VisitStore,
        intake: @autoclosure () throws -> [StoredIntake]?,
        appendsPending: Bool = false,
        continuing cached: DeviceSession? = nil
    ) throws -> DeviceSession {
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
        return session
    }

    /// Makes the validation of inputs; those without a receive time get `now`.
    func screening(at now: Timestamp) -> InputScreening {
        InputScreening(policy: context.policy.hygiene, now: now)
    }

    /// Evaluates the inputs of a member's devices; with `savesAll`, pending fixes are stored in any case.
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
