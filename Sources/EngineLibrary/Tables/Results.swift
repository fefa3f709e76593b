internal import DeviceEngine
internal import MemberEngine
internal import VisitModel

/// The tables that a call returns.
struct Results {
    private(set) var visits = VisitRows()
    private(set) var events = EventRows()
    private(set) var states = StateRows()
    private(set) var refused = RefusedRows()

    /// Adds the changes of one member, and the member's state after them.
    mutating func add(_ outcome: MemberEvaluation.Outcome, _ record: MemberRecord) {
        for commit in outcome.commits {
            for visit in commit.visits { visits.append(visit) }
            guard let device = record.devices.first(where: { $0.key == commit.device })?.device else { continue }
            if let start = commit.replaceEventsFrom { events.replace(from: start, of: device) }
            for event in commit.events { events.append(event, of: device) }
        }
        states.append(record.member, dueAt: record.dueAt, record.encoded())
    }

    /// Adds a state that nothing has changed.
    mutating func keep(_ member: MemberID, dueAt: Timestamp?, _ state: [UInt8]) {
        states.append(member, dueAt: dueAt, state)
    }

    mutating func refuse(_ refusals: [FixTable.Refusal]) {
        for refusal in refusals { refused.append(refusal) }
    }
}

/// The visits that are new or changed; of a visit that occurred before, the row replaces the earlier one.
struct VisitRows {
    private var ids = ArrowValues("visit_id", .text)
    private var members = ArrowValues("member", .text)
    private var devices = ArrowValues("device", .text)
    private var facilities = ArrowValues("facility", .text)
    private var entered = ArrowValues("entered_at", .time)
    private var dwelled = ArrowValues("dwelled_at", .time)
    private var exited = ArrowValues("exited_at", .time)
    private var statuses = ArrowValues("status", .text)
    private var evidence = ArrowValues("evidence", .text)
    private var counted = ArrowValues("counted", .flag)
    private var months = ArrowValues("month", .text)
    private var verdicts = ArrowValues("verdict", .text)
    private var confidences = ArrowValues("confidence", .float64)
    private var proven = ArrowValues("proven_seconds", .int64)
    private var bridged = ArrowValues("bridged_seconds", .int64)
    private var enteredFrom = ArrowValues("entered_from", .time)
    private var enteredTo = ArrowValues("entered_to", .time)
    private var exitedFrom = ArrowValues("exited_from", .time)
    private var exitedTo = ArrowValues("exited_to", .time)
    private var runnersUp = ArrowValues("runner_up", .text)
    private var runnerUpShares = ArrowValues("runner_up_share", .float64)
    private var doubts = ArrowValues("doubts", .text)
    private var fixesInside = ArrowValues("fixes_inside", .int64)
    private var lastProofs = ArrowValues("last_proof_at", .time)
    private var depths = ArrowValues("depth_m", .float64)
    private var policyVersions = ArrowValues("policy_version", .text)

    mutating func append(_ visit: Visit) {
        let assessment = visit.assessment
        ids.append(visit.id.text)
        members.append(visit.member.text)
        devices.append(visit.device?.text)
        facilities.append(visit.facility.text)
        entered.append(visit.enteredAt)
        dwelled.append(visit.dwelledAt)
        exited.append(visit.exitedAt)
        statuses.append(visit.status.rawValue)
        evidence.append(visit.evidence.rawValue)
        counted.append(visit.isCounted)
        months.append(visit.month.description)
        verdicts.append(visit.verdict.rawValue)
        confidences.append(assessment?.confidence)
        proven.append(assessment.map { Int64($0.provenSeconds) })
        bridged.append(assessment.map { Int64($0.bridgedSeconds) })
        enteredFrom.append(assessment?.enteredBetween.lowerBound)
        enteredTo.append(assessment?.enteredBetween.upperBound)
        exitedFrom.append(assessment?.exitedBetween?.lowerBound)
        exitedTo.append(assessment?.exitedBetween?.upperBound)
        runnersUp.append(assessment?.runnerUp?.facility.text)
        runnerUpShares.append(assessment?.runnerUp?.share)
        doubts.append(visit.doubts.names.joined(separator: ";"))
        fixesInside.append(Int64(visit.fixesInside))
        lastProofs.append(visit.lastProofAt)
        depths.append(visit.depthMeters)
        policyVersions.append(visit.policyVersion)
    }

    var columns: [ArrowValues] {
        [
            ids, members, devices, facilities, entered, dwelled, exited, statuses, evidence, counted, months, verdicts,
            confidences, proven, bridged, enteredFrom, enteredTo, exitedFrom, exitedTo, runnersUp, runnerUpShares,
            doubts, fixesInside, lastProofs, depths, policyVersions,
        ]
    }
}

/// The events of stays: Entered, Dwell and Exited.
///
/// A row of kind `Replaced` says that late input changed a device's events: those with a later `input_at` that earlier
/// calls returned are replaced by the ones that follow it.
struct EventRows {
    private var ids = ArrowValues("event_id", .text)
    private var members = ArrowValues("member", .text)
    private var devices = ArrowValues("device", .text)
    private var kinds = ArrowValues("kind", .text)
    private var facilities = ArrowValues("facility", .text)
    private var visits = ArrowValues("visit_id", .text)
    private var occurred = ArrowValues("occurred_at", .time)
    private var observed = ArrowValues("observed_at", .time)
    private var inputs = ArrowValues("input_at", .time)

    mutating func replace(from time: Timestamp, of device: Device) {
        append(device, kind: "Replaced", id: nil, facility: nil, visit: nil)
        occurred.append(Timestamp?.none)
        observed.append(Timestamp?.none)
        inputs.append(time)
    }

    mutating func append(_ event: JournalEvent, of device: Device) {
        guard let visit = event.kind.visit else { return }
        append(device, kind: event.kind.name, id: event.id, facility: event.kind.facility, visit: visit)
        occurred.append(event.occurredAt)
        observed.append(event.observedAt)
        inputs.append(event.inputAt)
    }

    private mutating func append(
        _ device: Device,
        kind: String,
        id: EventID?,
        facility: FacilityID?,
        visit: VisitID?
    ) {
        ids.append(id?.text)
        members.append(device.member.text)
        devices.append(device.id.text)
        kinds.append(kind)
        facilities.append(facility?.text)
        visits.append(visit?.text)
    }

    var columns: [ArrowValues] {
        [ids, members, devices, kinds, facilities, visits, occurred, observed, inputs]
    }
}

/// The states of the members, to be passed to the next call.
struct StateRows {
    private var members = ArrowValues("member", .text)
    private var due = ArrowValues("due_at", .time)
    private var states = ArrowValues("state", .binary)

    mutating func append(_ member: MemberID, dueAt: Timestamp?, _ state: [UInt8]) {
        members.append(member.text)
        due.append(dueAt)
        states.append(state)
    }

    var columns: [ArrowValues] { [members, due, states] }
}

/// The rows of the table of fixes that gave no fix, with the reason.
struct RefusedRows {
    private var rows = ArrowValues("row", .int64)
    private var problems = ArrowValues("problem", .text)

    mutating func append(_ refusal: FixTable.Refusal) {
        rows.append(Int64(refusal.row))
        problems.append(refusal.problem)
    }

    var columns: [ArrowValues] { [rows, problems] }
}
