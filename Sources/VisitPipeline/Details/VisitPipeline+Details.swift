internal import DeviceEngine
package import GeofenceEngine
internal import MemberEngine
package import VisitModel
internal import VisitStore

extension VisitPipeline {
    /// Returns a visit with its fence and the fixes around it; `nil` where there is no such visit.
    ///
    /// Fixes that retention has removed are missing. Costs the reading of up to eight hours of fixes before the visit, in
    /// which the phone's pace shows, and of those of the visit. Throws `VisitPipelineError` with code `damagedState`.
    package func details(of id: VisitID) throws -> VisitDetails? {
        guard let visit = try store.visits.find(id), let stored = try store.facilities.find(visit.facility),
            let fence = directory.history.fence(of: visit.facility, at: visit.enteredAt)
        else { return nil }
        var facility = stored.facility
        facility.geofence = fence.geofence
        let span = Self.span(of: visit)
        let phones = try devices(of: visit).compactMap { device in
            try store.devices.find(device).map { try phone($0, in: span, at: fence) }
        }
        let opener = phones.first { $0.phone.device == visit.device } ?? phones.first
        return VisitDetails(
            visit: visit,
            facility: facility,
            fence: fence,
            runnerUp: try visit.assessment?.runnerUp.flatMap { try neighbor($0.facility, at: visit.enteredAt) },
            span: span,
            phones: phones.map(\.phone),
            surroundings: opener.map { Self.surroundings(of: visit, $0.reading) } ?? Visit.Surroundings(),
            review: try store.visits.reviews(of: [id])[id],
            policy: policy
        )
    }

    /// Returns the fence of a facility at a time, or its latest one; `nil` where it has none.
    package func fence(of facility: FacilityID, at time: Timestamp) -> Fence? {
        directory.history.fence(of: facility, at: time)
    }

    /// The time before what is shown in which fixes are read too.
    private static let leadSeconds = 7 * 3_600.0
    /// The most inputs of a phone that are read of the time shown, and of that before.
    private static let inputLimit = 20_000

    private static func span(of visit: Visit) -> ClosedRange<Timestamp> {
        let (start, end) = (visit.enteredAt, max(visit.enteredAt, visit.end))
        let margin = min(max(start.seconds(to: end) / 2, 900), 3_600)
        let (earliest, latest) = (
            visit.assessment.map { min(start, $0.enteredBetween.lowerBound) } ?? start,
            visit.assessment?.exitedBetween.map { max(end, $0.upperBound) } ?? end
        )
        // Bounds may lie hours apart; the picture is of the visit.
        let first = max(earliest, start.advanced(bySeconds: -margin * 2)).advanced(bySeconds: -margin / 2)
        let last = min(latest, end.advanced(bySeconds: margin * 2)).advanced(bySeconds: margin / 2)
        return min(first, start.advanced(bySeconds: -margin))...max(last, end.advanced(bySeconds: margin))
    }

    private func devices(of visit: Visit) throws -> [DeviceID] {
        let end = max(visit.enteredAt, visit.end)
        let stays = try store.deviceStates.stays(ofMember: visit.member, overlapping: visit.enteredAt...end)
        let devices = Set(stays.filter { $0.stay.visit == visit.id }.map(\.device))
        return devices.isEmpty ? [visit.device].compactMap(\.self) : devices.sorted()
    }

    private func phone(
        _ stored: StoredDevice,
        in span: ClosedRange<Timestamp>,
        at fence: Fence
    ) throws -> (phone: VisitDetails.Phone, reading: StayReading) {
        let hours = try FixHours(of: stored.key, store)
        let shown = try Self.inputs(hours, in: span)
        let lead = try Self.lead(hours, before: span.lowerBound)
        let reading = StayReading(StayReading.Input.all(of: lead + shown.inputs), at: fence, policy: policy)
        let phone = VisitDetails.Phone(
            device: stored.device.id,
            fixes: reading.fixes.filter { span.contains($0.fix.time) },
            spans: reading.spans.filter { $0.start <= span.upperBound && $0.end >= span.lowerBound },
            reports: shown.inputs.compactMap { VisitDetails.Report($0, at: fence.key) },
            isCut: shown.isCut
        )
        return (phone, reading)
    }

    /// The first inputs of a device in a time, in order, and whether there are more.
    private static func inputs(
        _ hours: FixHours,
        in span: ClosedRange<Timestamp>
    ) throws -> (inputs: [DeviceInput], isCut: Bool) {
        var (inputs, next): ([DeviceInput], Timestamp) = ([], span.lowerBound)
        while next <= span.upperBound, let hour = try hours.first(from: next, to: span.upperBound) {
            inputs += hour.inputs.filter { span.contains($0.time) }
            guard inputs.count <= inputLimit else { return (Array(inputs.prefix(inputLimit)), true) }
            next = Timestamp(milliseconds: hour.bucket.milliseconds + FixChunk.spanMilliseconds)
        }
        return (inputs, false)
    }

    /// The last inputs of a device before a time, in order: where the phone was, and how often it reports.
    private static func lead(_ hours: FixHours, before time: Timestamp) throws -> [DeviceInput] {
        let last = Timestamp(milliseconds: time.milliseconds - 1)
        var (inputs, next): ([DeviceInput], Timestamp) = ([], time.advanced(bySeconds: -leadSeconds))
        let start = next
        while next <= last, let hour = try hours.first(from: next, to: last) {
            inputs += hour.inputs.filter { $0.time >= start && $0.time <= last }
            inputs = Array(inputs.suffix(inputLimit))
            next = Timestamp(milliseconds: hour.bucket.milliseconds + FixChunk.spanMilliseconds)
        }
        return inputs
    }

    private func neighbor(_ id: FacilityID, at time: Timestamp) throws -> Facility? {
        guard var facility = try store.facilities.find(id)?.facility else { return nil }
        if let fence = directory.history.fence(of: id, at: time) { facility.geofence = fence.geofence }
        return facility
    }

    private static func surroundings(of visit: Visit, _ reading: StayReading) -> Visit.Surroundings {
        let outside = reading.fixes.filter { $0.side == .outside }
        func sighting(_ found: FixReading?, to time: Timestamp) -> Visit.Surroundings.Sighting? {
            found.map { .init(edgeMeters: $0.edgeMeters, seconds: abs($0.fix.time.seconds(to: time))) }
        }
        let before = outside.last { $0.fix.time <= visit.enteredAt }
        let after = visit.exitedAt.flatMap { exit in outside.first { $0.fix.time >= exit } }
        return Visit.Surroundings(
            before: sighting(before, to: visit.enteredAt),
            after: visit.exitedAt.flatMap { sighting(after, to: $0) }
        )
    }
}

extension StayReading.Input {
    /// The fixes of inputs; several records of one fix are one.
    fileprivate static func all(of inputs: [DeviceInput]) -> [StayReading.Input] {
        var all: [StayReading.Input] = []
        for input in inputs {
            guard let fix = input.fix else { continue }
            var reports: [TransitionReport] = []
            if case .reported(let action, let key, _) = input { reports = [TransitionReport(action, key)] }
            if let last = all.last, last.fix.time == fix.time, last.fix.coordinate == fix.coordinate,
                last.fix.horizontalAccuracy == fix.horizontalAccuracy, !last.reports.isEmpty || !reports.isEmpty
            {
                all[all.count - 1] = StayReading.Input(last.fix, reports: last.reports + reports)
            } else {
                all.append(StayReading.Input(fix, reports: reports))
            }
        }
        return all
    }
}

extension VisitDetails.Report {
    /// Fails for a plain fix, for a crossing of another fence, and for the passing of time.
    fileprivate init?(_ input: DeviceInput, at fence: FenceKey) {
        switch input {
        case .fix, .passed: return nil
        case .reported(let action, let key, let fix):
            guard key == fence else { return nil }
            self.init(time: fix.time, kind: .transition, text: "the phone's system reported: \(action.rawValue)")
        case .rebooted(let time): self.init(time: time, kind: .change, text: "the phone was restarted")
        case .appUpdated(let time): self.init(time: time, kind: .change, text: "the app was updated")
        case .changed(let change, let time):
            let kind: Kind = change == .heartbeat || change == .alive ? .heartbeat : .change
            self.init(time: time, kind: kind, text: change.sentence)
        }
    }
}

extension PhoneChange {
    fileprivate var sentence: String {
        switch self {
        case .registrationsLost(_, let message): "the phone monitors nothing: \(message)"
        case .registrationsRestored: "the phone monitors again"
        case .slotsMeasured(let slots, _, let message): "the phone offers \(slots) geofences: \(message)"
        case .failed(_, let message): message
        case .monitoringStopped: "monitoring was stopped"
        case .listChanged: "the member's list of facilities changed"
        case .heartbeat: "heartbeat"
        case .alive: "heartbeat without a position"
        }
    }
}
