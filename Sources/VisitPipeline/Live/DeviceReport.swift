package import DeviceEngine
internal import GeofenceEngine
internal import Interchange
internal import MemberEngine
internal import RadarEngine
package import VisitModel

/// One device's part of a request.
package struct DeviceReport: Sendable {
    package var device: DeviceID
    /// The member, where the request names one.
    ///
    /// Otherwise the stored owner; a new phone without one belongs to a member of the same id.
    package var member: MemberID?
    package var authority: Authority
    /// The operating system, where the request names one.
    package var platform: Platform?
    /// In any order.
    package var inputs: [DeviceInput]
    /// Whether the response delivers geofences to the phone.
    package var deliversFences: Bool
    /// The selection of the delivered geofences, for an app that monitors fewer than are chosen; `nil` for all.
    var fenceSelection: RadarFenceSelection?
    /// Whether the response lists the fences that the phone is in.
    package var deliversPresence: Bool

    /// The members and devices that a sender may report for.
    package enum Authority: Hashable, Sendable {
        /// Any member and device, as a backend.
        case anyone
        /// One member; the sender names the member's devices.
        case member
        /// One device of one member, both named by its token.
        case memberDevice
        /// One device, which belongs to its stored member; an unknown device is refused.
        case device
    }

    package init(
        device: DeviceID,
        member: MemberID? = nil,
        authority: Authority = .anyone,
        platform: Platform? = nil,
        inputs: [DeviceInput],
        deliversFences: Bool = false,
        deliversPresence: Bool = false
    ) {
        self.device = device
        self.member = member
        self.authority = authority
        self.platform = platform
        self.inputs = inputs
        self.deliversFences = deliversFences
        self.deliversPresence = deliversPresence
    }
}

extension DeviceReport {
    /// Whether there is anything to evaluate or to deliver.
    var isWorthAJob: Bool { !inputs.isEmpty || deliversFences }
}

/// A report with the stored device that it is of, which may have another name.
struct AdmittedReport: Sendable {
    let device: Device
    let report: DeviceReport
}

extension [PhoneRecord] {
    /// Groups the records by device, as inputs of the engine.
    ///
    /// There is one report for each device of each member, in the order of their first records. An OS transition report
    /// of an unknown fence is left out, and its fix is an ordinary one.
    func deviceReports(
        from authority: DeviceReport.Authority,
        deliveringFences deliversFences: Bool,
        deliveringPresence deliversPresence: Bool,
        _ pipeline: VisitPipeline
    ) -> [DeviceReport] {
        var reports: [DeviceReport] = []
        var indices: [DeviceID: Int] = [:]
        for record in self where !record.isCurrentOnly {
            // Most requests are of one phone.
            var found = reports.first?.device == record.device ? 0 : indices[record.device]
            if let first = found, !reports[first].includes(record) {
                // Two members may use the same device name.
                found = reports.firstIndex { $0.device == record.device && $0.includes(record) }
            }
            let index = found ?? reports.count
            if found == nil {
                if indices[record.device] == nil { indices[record.device] = index }
                reports.append(
                    DeviceReport(
                        device: record.device,
                        member: record.member,
                        authority: authority,
                        platform: record.platform,
                        inputs: [],
                        deliversFences: deliversFences,
                        deliversPresence: deliversPresence
                    )
                )
            }
            reports[index].member = reports[index].member ?? record.member
            record.appendInputs(to: &reports[index].inputs, pipeline)
        }
        return reports
    }
}

extension DeviceReport {
    /// Whether a record of the same device name belongs to the same member, as far as both name one.
    fileprivate func includes(_ record: PhoneRecord) -> Bool {
        record.member == nil || member == nil || member == record.member
    }
}

extension PhoneReport {
    /// The inputs of a request for one phone, in the order of the request.
    func inputs(_ pipeline: VisitPipeline) -> [DeviceInput] {
        records.reduce(into: []) { inputs, record in
            if !record.isCurrentOnly { record.appendInputs(to: &inputs, pipeline) }
        }
    }
}

extension PhoneRecord {
    fileprivate func appendInputs(to inputs: inout [DeviceInput], _ pipeline: VisitPipeline) {
        if let fix {
            let fence = claim.flatMap { try? FacilityID($0.fence) }.flatMap(pipeline.directory.key(of:))
            if let claim, let fence {
                inputs.append(.reported(claim.action, fence, fix))
            } else {
                inputs.append(.fix(fix))
            }
        }
        let reportedAt = reportedAt ?? time
        if let change = provider?.change { inputs.append(.changed(change, at: reportedAt)) }
        if event == .heartbeat || (fix == nil && provider == nil) {
            inputs.append(.changed(fix == nil ? .alive : .heartbeat, at: reportedAt))
        }
    }
}

extension ProviderState {
    /// The change to the phone's geofences that results from its permission or location services.
    fileprivate var change: PhoneChange? {
        if isEnabled == false { return .locationOff }
        switch permission {
        case .restricted, .denied: return .locationDenied
        case .whenInUse: return .locationAllowedInUse
        case .always: return .locationAllowed
        case .notDetermined: return nil
        // Location services that are on, of an app that says nothing about its permission.
        case nil: return isEnabled == true ? .locationAllowed : nil
        }
    }
}
