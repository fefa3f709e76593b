internal import DeviceEngine
internal import GeofenceEngine
internal import MemberEngine
internal import VisitModel
internal import VisitStore

extension VisitPipeline {
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
    /// `member` is its stored member. `intake` returns its pending fixes, which its state lacks. With `appendsPending`,
    /// inputs without an outcome are appended to their log. `cached` is its session from before the facilities changed.
    /// Throws `DeviceEngineError` when the state is damaged.
    func open(
        _ device: Device,
        key: DeviceKey,
        of member: StoredMember?,
        _ lane: CommitLane,
        intake: @autoclosure () throws -> [StoredIntake],
        appendsPending: Bool = false,
        continuing cached: DeviceSession? = nil
    ) throws -> DeviceSession {
        let memberFences = directory.keys(of: member?.member.facilities)
        var session: DeviceSession
        if let cached {
            session = cached
            session.adopt(memberFences: memberFences)
        } else {
            session = try DeviceSession(
                key: key,
                device: device,
                memberFences: memberFences,
                visitsElsewhere: visitsElsewhere(than: key, lane),
                context,
                stored: lane.storeAfterCommits().deviceStates.state(of: key),
                pending: intake(),
                history: StoredHistory(device: key, lane: lane),
                appendsPending: appendsPending
            )
        }
        session.isOnlyDevice = member?.devices.count == 1
        return session
    }

    private func visitsElsewhere(than device: DeviceKey, _ lane: CommitLane) throws -> VisitsElsewhere {
        guard selection.preferVisited > 0 else { return VisitsElsewhere() }
        return try lane.visitsElsewhere(than: device, evaluationContext(ObservedTimes(.beginningOfTime)))
    }
}

extension CommitLane {
    /// The visits of a device's member that the device's own state does not count, from the submitted batches.
    ///
    /// They only matter where slots are reserved for the most visited facilities.
    func visitsElsewhere(than device: DeviceKey, _ context: EvaluationContext) throws -> VisitsElsewhere {
        let dwells = try storeAfterCommits().deviceStates.dwellsElsewhere(than: device)
        let earlier = context.timeline.selection.earlierVisits.compactMap { facility, count in
            context.directory.key(of: facility).map { ($0, count) }
        }
        return VisitsElsewhere(
            dwells.compactMap { dwell in
                FenceKey(exactly: dwell.facility.rawValue).map { (key: $0, dwelledAt: dwell.dwelledAt) }
            },
            earlier: Dictionary(uniqueKeysWithValues: earlier)
        )
    }
}
