internal import GeofenceEngine
internal import Synchronization
internal import VisitModel
internal import VisitStore

extension LiveIngest {
    /// Sorts reports by member, each under the name of its device in the store, leaving out devices that the sender does not
    /// speak for.
    func byMember(
        _ reports: [DeviceReport],
        _ receipt: inout LiveReceipt
    ) throws -> [MemberID: [DeviceReport]] {
        var parts: [MemberID: [DeviceReport]] = [:]
        for var report in reports where !report.inputs.isEmpty || report.takesFences {
            guard let device = try device(of: report) else {
                receipt.foreign.append(LiveReceipt.ForeignDevice(device: report.device, claimedBy: report.member))
                continue
            }
            if device.id != report.device { receipt.storedNames[report.device] = device.id }
            report.device = device.id
            report.member = device.member
            parts[device.member, default: []].append(report)
        }
        return parts
    }

    /// The device of a report, as it is stored or as the report makes it known; `nil` where the sender does not speak for it.
    ///
    /// A member's devices have names of the member's own: where the name is another member's, the device is stored as
    /// `member/device`, which is also what a device is called whose app names both (OwnTracks). A token of one member can't
    /// make a name of that form that begins with another member.
    private func device(of report: DeviceReport) throws -> Device? {
        guard let device = try namedDevice(of: report) else { return nil }
        guard !device.isPlatformKnown, let platform = report.platform else { return device }
        try store.setPlatform(platform, of: device.id)
        let learned = Device(id: device.id, member: device.member, platform: platform)
        roster.withLock { $0.insert(learned, for: device.id) }
        // Its geofences are chosen by another limit from now on: it is opened again with what is stored of it.
        devices.withLock { $0.remove(device.id) }
        return learned
    }

    /// The same, with the platform as it was known before the report.
    private func namedDevice(of report: DeviceReport) throws -> Device? {
        let plain = try knownDevice(report.device)
        guard let member = report.member else {
            if let plain { return plain }
            return report.authority == .device ? nil : try newDevice(report.device, of: report)
        }
        if let plain, plain.member == member { return plain }
        if plain == nil, !report.isInNamespaceOfAnother {
            // Another request may have made the name known meanwhile, for another member.
            let new = try newDevice(report.device, of: report)
            if new.member == member { return new }
        }
        guard let ownName = report.nameInNamespace(of: member) else { return nil }
        let own = try knownDevice(ownName) ?? newDevice(ownName, of: report)
        return own.member == member ? own : nil
    }

    /// A device by its exact name; `nil` where it is unknown.
    private func knownDevice(_ id: DeviceID) throws -> Device? {
        if let known = roster.withLock({ $0.value(of: id) }) { return known }
        guard let found = try store.knownDevice(id)?.device else { return nil }
        roster.withLock { $0.insert(found, for: id) }
        return found
    }

    /// Makes a device known; where it is known already, that one.
    private func newDevice(_ id: DeviceID, of report: DeviceReport) throws -> Device {
        let intake = world.withLock { $0.intake }
        return try roster.withLock { roster in
            if let known = roster.value(of: id) { return known }
            let device = try intake.newDevice(id, member: report.member, platform: report.platform)
            roster.insert(device, for: id)
            return device
        }
    }

    /// The device of a report that was sorted by member.
    private func sortedDevice(of report: DeviceReport) throws -> Device {
        if let known = try device(of: report) { return known }
        throw LiveIngestError.erased
    }

    /// Opens the devices of a member that a job needs, each with its reports.
    func open(
        _ reports: [DeviceReport],
        of member: MemberID,
        _ world: LiveWorld
    ) throws -> [(device: LiveDevice, reports: [DeviceReport])] {
        var opened: [(device: LiveDevice, reports: [DeviceReport])] = []
        for report in reports {
            if let index = opened.firstIndex(where: { $0.device.open.device.id == report.device }) {
                opened[index].reports.append(report)
            } else {
                opened.append((try open(sortedDevice(of: report), world), [report]))
            }
        }
        return opened.sorted { $0.device.open.device.id < $1.device.open.device.id }
    }

    /// Opens a device: from what is at hand, from the store, or as a new one.
    func open(_ device: Device, _ world: LiveWorld) throws -> LiveDevice {
        let atHand = devices.withLock { $0.value(of: device.id) }
        if let atHand, atHand.generation == world.generation { return atHand }
        let key = try store.knownDevice(device.id)?.key ?? store.ensureDevices([device])[0]
        let isSame = atHand.map { atHand in
            atHand.open.device == device && atHand.open.session.withLock { $0.key == key }
        }
        let continued = isSame == true ? atHand : nil
        let result = try world.intake.open(
            device,
            key: key,
            in: store,
            intake: store.intake(key, numbers: intake.withLock { $0.numbers(of: key) }),
            putsDown: true,
            continuing: continued.map { $0.open.session.withLock { $0 } }
        )
        let opened = LiveDevice(
            result.session,
            generation: world.generation,
            ledger: continued?.ledger.withLock { $0 }
        )
        let others = devices.withLock { devices in
            devices.insert(opened, for: device.id)
            return result.companions.compactMap { devices.value(of: $0) }
        }
        // A member's second phone may be new.
        for other in others where other !== opened { other.open.session.withLock { $0.isOnlyDevice = false } }
        return opened
    }

    /// Forgets what is at hand of devices, which are read from the store when they are heard of again.
    ///
    /// After a failure they are ahead of the store, and would take for repeats what was never written.
    func forget(_ ids: some Sequence<DeviceID>) {
        for id in ids {
            devices.withLock { $0.remove(id) }
            roster.withLock { $0.remove(id) }
        }
    }

    /// Forgets what is at hand of a member's devices.
    func forgetDevices(of member: MemberID) {
        do {
            forget(try store.member(member)?.devices.map(\.id) ?? [])
        } catch {
            // Which they are can't be told: all are read anew.
            devices.withLock { $0.removeAll() }
            roster.withLock { $0.removeAll() }
        }
    }
}

extension DeviceReport {
    /// Whether the name begins like one in the namespace of a member for whom the token does not speak.
    fileprivate var isInNamespaceOfAnother: Bool {
        guard authority == .member, let member, device.text.utf8.contains(UInt8(ascii: "/")) else { return false }
        return !device.text.utf8.starts(with: "\(member)/".utf8)
    }

    /// The device's name in its member's namespace; `nil` where its exact name was given to it, or would get too long.
    fileprivate func nameInNamespace(of member: MemberID) -> DeviceID? {
        guard authority == .anyone || authority == .member else { return nil }
        let prefix = "\(member)/"
        return device.text.utf8.starts(with: prefix.utf8) ? nil : try? DeviceID(prefix + device.text)
    }
}
