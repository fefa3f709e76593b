internal import DeviceEngine
internal import GeofenceEngine
internal import Interchange
internal import MemberEngine
internal import Synchronization
internal import VisitModel
internal import VisitStore

/// Evaluates the reports of a member's devices: opens the devices, and returns the changes to store.
///
/// It writes nothing to the store, and runs once at a time for a member.
struct ReportEvaluator: Sendable {
    let store: VisitStore
    let devices: DeviceCache
    let writer: GroupWriter

    struct Changes {
        var commits: [DeviceCommit] = []
        var pending: [(device: OpenDevice, entry: IntakeEntry)] = []
    }

    /// Evaluates the reports of a member's devices, in the order of arrival.
    ///
    /// The receipt is valid once the changes are on disk. There are no changes where all of it was stored earlier.
    func evaluate(
        _ reports: [AdmittedReport],
        of member: MemberID,
        receivedAt: Timestamp,
        in environment: LiveEnvironment
    ) throws -> (LiveReceipt, Changes) {
        var receipt = LiveReceipt()
        let opened = try open(reports, of: member, environment)
        let parts = opened.map { device, reports in
            var inputs: [ReceivedInput] = []
            for report in reports {
                inputs += report.inputs.lazy.map { ReceivedInput(input: $0, receivedAt: receivedAt) }
            }
            return (device: device.open, inputs: MemberEvaluation.Inputs.received(inputs))
        }
        let context = environment.context(observedAt: receivedAt)
        var task = MemberTask(member: member, parts: parts)
        try task.run(context, environment.pipeline.lane)
        receipt.summary.add(task.outcome.summary)
        receipt.unusable += task.outcome.refused.map(LiveReceipt.UnusableFix.init)
        var changes = Changes(commits: task.outcome.commits, pending: task.pending)
        for (device, reports) in opened where reports.contains(where: \.deliversFences) {
            let id = device.open.device.id
            let isRepeat = task.outcome.repeatingDevices.contains(id)
            let selection = reports.last?.fenceSelection
            receipt.fences[id] =
                try fenceChange(of: device, isRepeat, selection, environment, context, &changes)
        }
        for (device, reports) in opened where reports.contains(where: \.deliversPresence) {
            let directory = environment.pipeline.directory
            receipt.presence[device.open.device.id] =
                device.open.session.withLock { $0.timeline.presence(directory) }
        }
        return (receipt, changes)
    }

    /// Advances the clock of a device, where that changes anything, and saves it with all its pending fixes.
    ///
    /// Returns at least one commit.
    func advance(_ device: Device, to time: Timestamp, in environment: LiveEnvironment) throws -> [DeviceCommit] {
        let opened = try open(device, environment)
        let changes = opened.open.session.withLock { $0.timeline.wouldChange(at: time, environment.pipeline.context) }
        let inputs: [DeviceInput] = changes ? [.passed(at: time)] : []
        return try stateCommits(of: opened.open, environment, environment.context(observedAt: time), after: inputs)
    }

    /// Saves a device with all its pending fixes; `nil` where nothing is pending, or the device was erased.
    func save(_ device: Device, at time: Timestamp, in environment: LiveEnvironment) throws -> [DeviceCommit]? {
        guard let key = try store.devices.registered(device.id)?.key else {
            writer.forget(device.id)
            return nil
        }
        let opened = try open(device, environment)
        guard opened.open.session.withLock({ $0.hasPending }) else {
            writer.saved(key)
            return nil
        }
        return try stateCommits(of: opened.open, environment, environment.context(observedAt: time))
    }

    /// Opens the devices of reports, in the order of their ids, each with its reports in the order of arrival.
    private func open(
        _ reports: [AdmittedReport],
        of member: MemberID,
        _ environment: LiveEnvironment
    ) throws -> [(device: LiveDevice, reports: [DeviceReport])] {
        var parts: [(device: Device, reports: [DeviceReport])] = []
        var places: [DeviceID: Int] = [:]
        for admitted in reports {
            if let place = places[admitted.device.id] {
                parts[place].reports.append(admitted.report)
            } else {
                places[admitted.device.id] = parts.count
                parts.append((admitted.device, [admitted.report]))
            }
        }
        parts.sort { $0.device.id < $1.device.id }
        let opened = try devices.open(
            parts.map(\.device),
            of: member,
            environment,
            pendingNumbers: writer.pendingNumbers(of:)
        )
        return zip(opened, parts).map { (device: $0, reports: $1.reports) }
    }

    private func open(_ device: Device, _ environment: LiveEnvironment) throws -> LiveDevice {
        try devices.open([device], of: device.member, environment, pendingNumbers: writer.pendingNumbers(of:))[0]
    }

    /// Computes the geofences that a response adds and removes, and has the delivery stored with the rest.
    ///
    /// For an app that monitors fewer geofences than are chosen, its selection is recorded as delivered.
    private func fenceChange(
        of device: LiveDevice,
        _ isRepeat: Bool,
        _ selection: RadarFenceSelection?,
        _ environment: LiveEnvironment,
        _ context: EvaluationContext,
        _ changes: inout Changes
    ) throws -> FenceChange {
        let pipeline = environment.pipeline
        let (key, chosen, presence) = device.open.session.withLock {
            ($0.key, $0.timeline.registry.registered, $0.timeline.presence(pipeline.directory))
        }
        let stored = try device.registrations.withLock { try $0 ?? storedRegistrations(of: key) }
        var registrations = stored
        let change = try pipeline.fenceChange(
            delivering: chosen,
            by: selection,
            keeping: presence,
            isRepeat: isRepeat,
            registrations: &registrations
        )
        device.registrations.withLock { $0 = registrations }
        guard registrations != stored else { return change }
        if !changes.commits.contains(where: { $0.device == key }) {
            // The state has to be stored with it, and therefore all pending fixes.
            changes.pending.removeAll { $0.entry.device == key }
            changes.commits += try stateCommits(of: device.open, environment, context)
        }
        if let index = changes.commits.firstIndex(where: { $0.device == key }) {
            changes.commits[index].fences = PhoneFences(registrations, at: context.observed.otherwise)
        }
        return change
    }

    private func storedRegistrations(of device: DeviceKey) throws -> RegistrationTracker {
        try store.deviceStates.phoneFences(of: device).map(RegistrationTracker.init) ?? RegistrationTracker()
    }

    /// Makes the commits that store a device's state with all its pending fixes, after inputs; at least one commit.
    private func stateCommits(
        of device: OpenDevice,
        _ environment: LiveEnvironment,
        _ context: EvaluationContext,
        after inputs: [DeviceInput] = []
    ) throws -> [DeviceCommit] {
        var task = MemberTask(member: device.device.member, parts: [(device, .validated(inputs))])
        try task.run(context, environment.pipeline.lane, savesAll: true)
        let commits = task.outcome.commits
        return commits.isEmpty ? [device.session.withLock { $0.unchangedCommit(context) }] : commits
    }
}
