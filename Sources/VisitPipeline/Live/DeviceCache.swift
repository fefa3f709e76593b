internal import GeofenceEngine
internal import MemberEngine
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
    /// The most phones of a member.
    private let phoneLimit: Int
    private let state: Mutex<State>

    /// Makes an empty cache of at most `limit` opened devices; no member gets more phones than `phoneLimit`.
    init(_ store: VisitStore, limit: Int, phoneLimit: Int) {
        self.store = store
        self.phoneLimit = phoneLimit
        state = Mutex(State(opened: GenerationalCache(limit: limit)))
    }

    var openCount: Int { state.withLock { $0.opened.count } }

    // MARK: - Names

    /// What became of the device of a report.
    enum Admission: Sendable {
        case admitted(Device)
        /// The sender may not report for it.
        case foreign
        /// It is new, and its member has as many devices as one may have.
        case excess
    }

    /// Returns the devices of reports where all are cached; `nil` where the store has to be asked.
    func cachedDevices(of reports: [DeviceReport]) -> [Admission]? {
        let names = Names()
        var admissions: [Admission] = []
        for report in reports {
            guard case .known(let admission) = lookUp(report, names), !learnsPlatform(admission, report) else {
                return nil
            }
            admissions.append(admission)
        }
        return admissions
    }

    /// Returns the devices of reports, creating those that are new, all in one transaction.
    ///
    /// Device names belong to their member: where another member has the name, the device is stored as `member/device`,
    /// which is also the device's name where the app sends both (OwnTracks). The token of one member can't create a
    /// name of that form that begins with another member. It blocks the caller's thread.
    func devices(of reports: [DeviceReport], _ pipeline: VisitPipeline) throws -> [Admission] {
        var names = Names()
        var admissions: [Admission?] = Array(repeating: nil, count: reports.count)
        while true {
            var wanted: [(place: Int, device: Device)] = []
            var unknown: Set<DeviceID> = []
            for (place, report) in reports.enumerated() where admissions[place] == nil {
                switch lookUp(report, names) {
                case .known(let admission): admissions[place] = try learnPlatform(admission, report)
                case .unknown(let id): unknown.insert(id)
                case .new(let id):
                    wanted.append((place, try pipeline.newDevice(id, member: report.member, platform: report.platform)))
                }
            }
            if unknown.isEmpty, wanted.isEmpty { return admissions.map { $0 ?? .foreign } }
            try load(unknown, &names)
            // Another request may have created the name in the meantime, for another member: it is looked up again.
            let stored = try wanted.isEmpty ? [:] : store.devices.admit(wanted.map(\.device), mostOfMember: phoneLimit)
            for (place, device) in wanted {
                guard case .stored(let device) = stored[device.id] else {
                    admissions[place] = .excess
                    continue
                }
                add([device], &names)
            }
        }
    }

    /// The names that were looked up for a request.
    private struct Names {
        var stored: [DeviceID: Device] = [:]
        var absent: Set<DeviceID> = []
    }

    private enum LookUp {
        case known(Admission)
        /// The name is not cached.
        case unknown(DeviceID)
        /// The name is free, and the sender may create it.
        case new(DeviceID)
    }

    private func lookUp(_ report: DeviceReport, _ names: Names) -> LookUp {
        let plain = known(report.device, names)
        if plain == nil, !names.absent.contains(report.device) { return .unknown(report.device) }
        guard let member = report.member else {
            if let plain { return .known(.admitted(plain)) }
            return report.authority == .device ? .known(.foreign) : .new(report.device)
        }
        if let plain, plain.member == member { return .known(.admitted(plain)) }
        if plain == nil, !report.isInNamespaceOfAnother { return .new(report.device) }
        guard let ownName = report.nameInNamespace(of: member) else { return .known(.foreign) }
        guard let own = known(ownName, names) else {
            return names.absent.contains(ownName) ? .new(ownName) : .unknown(ownName)
        }
        return .known(own.member == member ? .admitted(own) : .foreign)
    }

    private func known(_ id: DeviceID, _ names: Names) -> Device? {
        if let device = names.stored[id] { return device }
        return names.absent.contains(id) ? nil : state.withLock { $0.named.value(of: id) }
    }

    /// Reads the devices of exact names from the store.
    private func load(_ ids: Set<DeviceID>, _ names: inout Names) throws {
        guard !ids.isEmpty else { return }
        let found = try store.devices.registered(ids)
        names.absent.formUnion(ids)
        add(found, &names)
    }

    private func add(_ devices: [Device], _ names: inout Names) {
        for device in devices {
            names.stored[device.id] = device
            names.absent.remove(device.id)
        }
        state.withLock { state in for device in devices { state.named.insert(device, for: device.id) } }
    }

    private func learnsPlatform(_ admission: Admission, _ report: DeviceReport) -> Bool {
        guard case .admitted(let device) = admission else { return false }
        return !device.isPlatformKnown && report.platform != nil
    }

    private func learnPlatform(_ admission: Admission, _ report: DeviceReport) throws -> Admission {
        guard case .admitted(let device) = admission, !device.isPlatformKnown, let platform = report.platform else {
            return admission
        }
        try store.devices.setPlatform(platform, of: device.id)
        let learned = Device(id: device.id, member: device.member, platform: platform)
        state.withLock { state in
            state.named.insert(learned, for: device.id)
            // Its geofences are chosen by another limit from now on, so it is opened again from its stored state.
            state.opened.remove(device.id)
        }
        return .admitted(learned)
    }

    // MARK: - Opened devices

    /// Opens the devices of a member, each from the cache or from the store.
    ///
    /// A device that was opened in another environment is opened again. `pendingNumbers` returns the sequence numbers
    /// of a device's entries in the pending-fix log. Throws `LiveIngestError` with code `erased` where one is not
    /// stored.
    func open(
        _ devices: [Device],
        of member: MemberID,
        _ environment: LiveEnvironment,
        pendingNumbers: (DeviceKey) -> [Int64]
    ) throws -> [LiveDevice] {
        let cached = state.withLock { state in devices.map { state.opened.value(of: $0.id) } }
        guard cached.contains(where: { $0?.generation != environment.generation }) else {
            return cached.compactMap(\.self)
        }
        let stored = try store.members.find(member)
        let opened = try zip(devices, cached).map { device, cached in
            if let cached, cached.generation == environment.generation { return cached }
            return try open(device.id, of: stored, environment, continuing: cached, pendingNumbers: pendingNumbers)
        }
        guard let stored, stored.devices.count > 1 else { return opened }
        // The member's second phone may be new.
        let all = state.withLock { state in stored.devices.compactMap { state.opened.value(of: $0.id) } }
        for device in all { device.open.session.withLock { $0.isOnlyDevice = false } }
        return opened
    }

    private func open(
        _ id: DeviceID,
        of member: StoredMember?,
        _ environment: LiveEnvironment,
        continuing cached: LiveDevice?,
        pendingNumbers: (DeviceKey) -> [Int64]
    ) throws -> LiveDevice {
        guard let (key, device) = try store.devices.registered(id) else { throw LiveIngestError.erased }
        let isSame = cached.map { cached in
            cached.open.device == device && cached.open.session.withLock { $0.key == key }
        }
        let continued = isSame == true ? cached : nil
        let session = try environment.pipeline.open(
            device,
            key: key,
            of: member,
            environment.pipeline.lane,
            intake: store.intake.entries(of: key, numbers: pendingNumbers(key)),
            appendsPending: true,
            continuing: continued.map { $0.open.session.withLock { $0 } }
        )
        let opened = LiveDevice(
            session,
            generation: environment.generation,
            registrations: continued?.registrations.withLock { $0 }
        )
        state.withLock { $0.opened.insert(opened, for: device.id) }
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
