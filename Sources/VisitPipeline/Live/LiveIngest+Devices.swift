internal import GeofenceEngine
internal import Synchronization
internal import VisitModel
internal import VisitStore

extension LiveIngest {
    /// Groups reports by member, each under its device's stored name, leaving out devices that the sender may not
    /// report for.
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

    /// Returns the device of a report, creating it where it is new; `nil` where the sender may not report for it.
    ///
    /// Device names belong to their member: where another member has the name, the device is stored as `member/device`,
    /// which is also the device's name where the app sends both (OwnTracks). The token of one member can't create a
    /// name of that form that begins with another member.
    private func device(of report: DeviceReport) throws -> Device? {
        guard let device = try namedDevice(of: report) else { return nil }
        guard !device.isPlatformKnown, let platform = report.platform else { return device }
        try store.setPlatform(platform, of: device.id)
        let learned = Device(id: device.id, member: device.member, platform: platform)
        roster.withLock { $0.insert(learned, for: device.id) }
        // Its geofences are chosen by another limit from now on, so it is opened again from its stored state.
        devices.withLock { $0.remove(device.id) }
        return learned
    }

    /// Returns the same device, with its platform before the report.
    private func namedDevice(of report: DeviceReport) throws -> Device? {
        let plain = try knownDevice(report.device)
        guard let member = report.member else {
            if let plain { return plain }
            return report.authority == .device ? nil : try newDevice(report.device, of: report)
        }
        if let plain, plain.member == member { return plain }
        if plain == nil, !report.isInNamespaceOfAnother {
            // Another request may have created the name in the meantime, for another member.
            let new = try newDevice(report.device, of: report)
            if new.member == member { return new }
        }
        guard let ownName = report.nameInNamespace(of: member) else { return nil }
        let own = try knownDevice(ownName) ?? newDevice(ownName, of: report)
        return own.member == member ? own : nil
    }

    /// Returns a device by its exact name; `nil` where it is unknown.
    private func knownDevice(_ id: DeviceID) throws -> Device? {
        if let known = roster.withLock({ $0.value(of: id) }) { return known }
        guard let found = try store.knownDevice(id)?.device else { return nil }
        roster.withLock { $0.insert(found, for: id) }
        return found
    }

    /// Creates a device; where it exists, returns the existing one.
    private func newDevice(_ id: DeviceID, of report: DeviceReport) throws -> Device {
        let intake = world.withLock { $0.intake }
        return try roster.withLock { roster in
            if let known = roster.value(of: id) { return known }
            let device = try intake.newDevice(id, member: report.member, platform: report.platform)
            roster.insert(device, for: id)
            return device
        }
    }

    /// The device of a report that was grouped by member.
    private func sortedDevice(of report: DeviceReport) throws -> Device {
        if let known = try device(of: report) { return known }
        throw LiveIngestError.erased
    }

    /// Opens the devices of a member that a job needs, each with its reports.
    func open(
        _ reports: [DeviceReport],
        of member: MemberID,
        _ world: LiveEnvironment
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

    /// Opens a device from the cache, from the store, or as a new one.
    func open(_ device: Device, _ world: LiveEnvironment) throws -> LiveDevice {
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
        // The member's second phone may be new.
        for other in others where other !== opened { other.open.session.withLock { $0.isOnlyDevice = false } }
        return opened
    }

    /// Removes devices from the caches, so that they are read from the store when they next send.
    ///
    /// After an error the cached state is ahead of the store, and would treat records as repeats that were never
    /// written.
    func forget(_ ids: some Sequence<DeviceID>) {
        for id in ids {
            devices.withLock { $0.remove(id) }
            roster.withLock { $0.remove(id) }
        }
    }

    /// Removes a member's devices from the caches.
    func forgetDevices(of member: MemberID) {
        do {
            forget(try store.member(member)?.devices.map(\.id) ?? [])
        } catch {
            // The member's devices are unknown, so all are removed.
            devices.withLock { $0.removeAll() }
            roster.withLock { $0.removeAll() }
        }
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
