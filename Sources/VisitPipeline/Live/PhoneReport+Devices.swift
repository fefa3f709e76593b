internal import GeofenceEngine
internal import Interchange
internal import VisitModel

extension [PhoneRecord] {
    /// The records by device, as the engine takes them.
    ///
    /// What a phone says of a fence that is none of ours is left out, and its fix is a fix as any other.
    ///
    /// - Parameters:
    ///   - authority: what the sender may say of phones.
    ///   - takesFences: whether the phone is told in the answer which fences to keep.
    ///   - takesPresence: whether the phone is told in the answer which fences it is in.
    ///   - pipeline: the facilities as they are now.
    /// - Returns: one report for each device of each member, in the order of their first records.
    func deviceReports(
        from authority: DeviceReport.Authority,
        takingFences takesFences: Bool,
        takingPresence takesPresence: Bool,
        _ pipeline: VisitPipeline
    ) -> [DeviceReport] {
        var reports: [DeviceReport] = []
        var places: [DeviceID: Int] = [:]
        for record in self where !record.isCurrentOnly {
            var found = places[record.device]
            if let first = found, !reports[first].includes(record) {
                // Two members may call their devices alike.
                found = reports.firstIndex { $0.device == record.device && $0.includes(record) }
            }
            let place = found ?? reports.count
            if found == nil {
                if places[record.device] == nil { places[record.device] = place }
                reports.append(
                    DeviceReport(
                        device: record.device,
                        member: record.member,
                        authority: authority,
                        platform: record.platform,
                        inputs: [],
                        takesFences: takesFences,
                        takesPresence: takesPresence
                    )
                )
            }
            reports[place].member = reports[place].member ?? record.member
            reports[place].inputs += record.inputs(pipeline)
        }
        return reports
    }
}

extension DeviceReport {
    /// Whether a record of the same device name is of the same member, as far as both say.
    fileprivate func includes(_ record: PhoneRecord) -> Bool {
        record.member == nil || member == nil || member == record.member
    }
}

extension PhoneReport {
    /// All that the engine is told, of a request that speaks of one phone.
    ///
    /// - Parameter pipeline: the facilities as they are now.
    /// - Returns: the inputs, in the order of the request.
    func inputs(_ pipeline: VisitPipeline) -> [DeviceInput] {
        records.flatMap { $0.isCurrentOnly ? [] : $0.inputs(pipeline) }
    }
}

extension PhoneRecord {
    /// What the engine is told of the record.
    fileprivate func inputs(_ pipeline: VisitPipeline) -> [DeviceInput] {
        var inputs: [DeviceInput] = []
        if let fix {
            let fence = claim.flatMap { try? FacilityID($0.fence) }.flatMap(pipeline.directory.key(of:))
            if let claim, let fence {
                inputs.append(.claimed(claim.action, fence, fix))
            } else {
                inputs.append(.fix(fix))
            }
        }
        if let change = provider?.change { inputs.append(.changed(change, at: time)) }
        if event == .heartbeat || (fix == nil && provider == nil) { inputs.append(.changed(.heartbeat, at: time)) }
        return inputs
    }
}

extension ProviderState {
    /// What a change of permissions or location services does to the phone's geofences.
    fileprivate var change: PhoneChange? {
        if isEnabled == false {
            return .registrationsLost(code: "LOCATION_OFF", message: "location services are switched off on the phone")
        }
        switch permission {
        case .restricted, .denied:
            return .registrationsLost(code: "LOCATION_DENIED", message: "the app may not use the phone's location")
        case .whenInUse:
            return .failed(
                code: "LOCATION_WHEN_IN_USE",
                message: "the app may use the phone's location only while it is open, so visits are missed"
            )
        case .always: return .registrationsRestored
        case .notDetermined, nil: return nil
        }
    }
}
