internal import GeofenceEngine
internal import Synchronization
internal import VisitModel
internal import VisitStore

/// The recently seen devices: their names with their members, and their opened sessions.
///
/// Invariant: a cached session is not behind the store; where it may be ahead of it, after a failed write, it is
/// removed. Nothing is read from the store while the lock is held.
final class DeviceCache: Sendable {
    private struct State {
        var opened: GenerationalCache<DeviceID, LiveDevice>
        var named = GenerationalCache<DeviceID, Device>(limit: 100_000)
    }

    private let store: VisitStore
    private let state: Mutex<State>

    init(_ store: VisitStore, limit: Int) {
        self.store = store
        state = Mutex(State(opened: GenerationalCache(limit: limit)))
    }

    var openCount: Int { state.withLock { $0.opened.count } }

    // MARK: - Names

    /// Returns the device of a report, creating it where it is new; `nil` where the sender may not report for it.
    ///
    /// Device names belong to their member: where another member has the name, the device is stored as `member/device`,
    /// which is also the device's name where the app sends both (OwnTracks). The token of one member can't create a
    /// name of that form that begins with another member.
    func device(of report: DeviceReport, _ intake: DeviceIntake) throws -> Device? {
        guard let device = try namedDevice(of: report, intake) else { return nil }
        guard !device.isPlatformKnown, let platform = report.platform else { return device }
        try store.devices.setPlatform(platform, of: device.id)
        let learned = Device(id: device.id, member: device.member, platform: platform)
        state.withLock { state in
            state.named.insert(learned, for: device.id)
            // Its geofences are chosen by another limit from now on, so it is opened again from its stored state.
            state.opened.remove(device.id)
        }
        return learned
    }

    /// Returns the same device, with its platform before the report.
    private func namedDevice(of report: DeviceReport, _ intake: DeviceIntake) throws -> Device? {
        let plain = try knownDevice(report.device)
        guard let member = report.member else {
            if let plain { return plain }
            return report.authority == .device ? nil : try newDevice(report.device, of: report, intake)
        }
        if let plain, plain.member == member { return plain }
        if plain == nil, !report.isInNamespaceOfAnother {
            // Another request may have created the name in the meantime, for another member.
            let new = try newDevice(report.device, of: report, intake)
            if new.member == member { return new }
        }
        guard let ownName = report.nameInNamespace(of: member) else { return nil }
        let own = try knownDevice(ownName) ?? newDevice(ownName, of: report, intake)
        return own.member == member ? own : nil
    }

    /// Returns a device by its exact name; `nil` where it is unknown.
    private func knownDevice(_ id: DeviceID) throws -> Device? {
        if let known = state.withLock({ $0.named.value(of: id) }) { return known }
        guard let found = try store.devices.registered(id)?.device else { return nil }
        state.withLock { $0.named.insert(found, for: id) }
        return found
    }

    /// Creates a device; where it exists, returns the existing one.
    private func newDevice(_ id: DeviceID, of report: DeviceReport, _ intake: DeviceIntake) throws -> Device {
        try state.withLock { state in
            if let known = state.named.value(of: id) { return known }
            let device = try intake.newDevice(id, member: report.member, platform: report.platform)
            state.named.insert(device, for: id)
            return device
        }
    }

    // MARK: - Opened devices

    /// Opens a device from the cache, from the store, or as a new one.
    ///
    /// A device that was opened in another environment is opened again. `pendingNumbers` returns the sequence numbers
    /// of a device's entries in the pending-fix log.
    func open(
        _ device: Device,
        _ environment: LiveEnvironment,
        pendingNumbers: (DeviceKey) -> [Int64]
    ) throws -> LiveDevice {
        let cached = state.withLock { $0.opened.value(of: device.id) }
        if let cached, cached.generation == environment.generation { return cached }
        let key = try store.devices.registered(device.id)?.key ?? store.devices.ensure([device])[0]
        let isSame = cached.map { cached in
            cached.open.device == device && cached.open.session.withLock { $0.key == key }
        }
        let continued = isSame == true ? cached : nil
        let result = try environment.intake.open(
            device,
            key: key,
            in: store,
            intake: store.intake.entries(of: key, numbers: pendingNumbers(key)),
            appendsPending: true,
            continuing: continued.map { $0.open.session.withLock { $0 } }
        )
        let opened = LiveDevice(
            result.session,
            generation: environment.generation,
            registrations: continued?.registrations.withLock { $0 }
        )
        let others = state.withLock { state in
            state.opened.insert(opened, for: device.id)
            return result.companions.compactMap { state.opened.value(of: $0) }
        }
        // The member's second phone may be new.
        for other in others where other !== opened { other.open.session.withLock { $0.isOnlyDevice = false } }
        return opened
    }

    // MARK: - Forgetting

    /// Removes devices, so that they are read from the store when they next send.
    ///
    /// After an error the cached state is ahead of the store, and would treat records as repeats that were never
    /// written.
    func forget(_ ids: some Sequence<DeviceID>) {
        state.withLock { state in
            for id in ids {
                state.opened.remove(id)
                state.named.remove(id)
            }
        }
    }

    func forgetDevices(of member: MemberID) {
        do {
            forget(try store.members.find(member)?.devices.map(\.id) ?? [])
        } catch {
            // The member's devices are unknown, so all are removed.
            forgetOpened()
            forgetNames()
        }
    }

    func forgetOpened() { state.withLock { $0.opened.removeAll() } }

    func forgetNames() { state.withLock { $0.named.removeAll() } }
}

final class LiveDevice: Sendable {
    let open: OpenDevice
    /// The generation of the environment that it was opened in.
    let generation: Int
    /// The geofences delivered to the phone; `nil` before they were read from the store.
    let registrations: Mutex<RegistrationTracker?>

    init(_ session: consuming sending DeviceSession, generation: Int, registrations: RegistrationTracker? = nil) {
        self.registrations = Mutex(registrations)
        self.open = OpenDevice(session)
        self.generation = generation
    }
}

extension DeviceReport {
    /// Whether the name begins with a member's namespace for which the token may not report.
    fileprivate var isInNamespaceOfAnother: Bool {
        guard authority == .member, let member, device.text.utf8.contains(UInt8(ascii: "/")) else { return false }
        return !device.text.utf8.starts(with: "\(member)/".utf8)
    }

    /// The device's name in its member's namespace; `nil` where the exact name is its own, or the result would be too
    /// long.
    fileprivate func nameInNamespace(of member: MemberID) -> DeviceID? {
        guard authority == .anyone || authority == .member else { return nil }
        let prefix = "\(member)/"
        return device.text.utf8.starts(with: prefix.utf8) ? nil : try? DeviceID(prefix + device.text)
    }
}
