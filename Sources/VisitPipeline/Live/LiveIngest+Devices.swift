internal import GeofenceEngine
internal import Synchronization
internal import VisitModel
internal import VisitStore

extension LiveIngest {
    /// Sorts reports by member, leaving out devices that are somebody else's.
    func byMember(
        _ reports: [DeviceReport],
        _ receipt: inout LiveReceipt
    ) throws -> [MemberID: [DeviceReport]] {
        var parts: [MemberID: [DeviceReport]] = [:]
        for report in reports where !report.inputs.isEmpty || report.takesFences {
            let device = try device(of: report)
            if let claimed = report.member, claimed != device.member {
                receipt.foreign.append(LiveReceipt.ForeignDevice(device: report.device, claimedBy: claimed))
                continue
            }
            parts[device.member, default: []].append(report)
        }
        return parts
    }

    /// The device that a report is of, as it is known or as the report makes it known.
    private func device(of report: DeviceReport) throws -> Device {
        if let known = roster.withLock({ $0.value(of: report.device) }) { return known }
        let found = try store.knownDevice(report.device)?.device
        return try roster.withLock { roster in
            // Somebody else may have found it meanwhile; a new device is whose it was first said to be.
            if let known = roster.value(of: report.device) { return known }
            let device =
                try found
                ?? Device(
                    id: report.device,
                    member: report.member ?? MemberID(report.device.text),
                    platform: report.platform ?? world.withLock { $0.pipeline.defaultPlatform }
                )
            roster.insert(device, for: device.id)
            return device
        }
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
                opened.append((try open(device(of: report), world), [report]))
            }
        }
        return opened.sorted { $0.device.open.device.id < $1.device.open.device.id }
    }

    /// Opens a device: from what is at hand, from the store, or as a new one.
    func open(_ device: Device, _ world: LiveWorld) throws -> LiveDevice {
        let atHand = devices.withLock { $0.value(of: device.id) }
        if let atHand, atHand.generation == world.generation { return atHand }
        let key = try store.knownDevice(device.id)?.key ?? store.ensureDevices([device])[0]
        // Read when the device is one of the member's.
        let member = try store.member(device.member)
        let memberFences = world.pipeline.directory.keys(of: member?.member.facilities)
        var session: DeviceSession
        var ledger: FenceLedger?
        if let atHand, atHand.open.device == device, atHand.open.session.withLock({ $0.key == key }) {
            // What was put down was evaluated in the world it came in, and is not evaluated anew in this one.
            session = atHand.open.session.withLock { $0 }
            session.timeline.surroundings = Surroundings()
            session.timeline.surroundings.adopt(memberFences: memberFences)
            ledger = atHand.ledger.withLock { $0 }
        } else {
            session = try DeviceSession(
                key: key,
                device: device,
                memberFences: memberFences,
                context: world.context,
                store: store,
                intake: store.intake(key, numbers: intake.withLock { $0.numbers(of: key) }),
                putsDown: true
            )
        }
        let isOnlyDevice = member?.devices.count == 1
        session.isOnlyDevice = isOnlyDevice
        let opened = LiveDevice(session, generation: world.generation, ledger: ledger)
        let others = devices.withLock { devices in
            devices.insert(opened, for: device.id)
            return isOnlyDevice ? [] : (member?.devices ?? []).compactMap { devices.value(of: $0.id) }
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
