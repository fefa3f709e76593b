internal import Foundation
public import VisitModel

/// The body of a webhook message: `{type, timestamp, data}`, as defined by Standard Webhooks 1.0.
///
/// The names and meanings of the members are a public contract; their schemas are in `docs/webhooks/`.
public struct MessageBody: Sendable {
    let message: WebhookMessage
    /// Whether the body includes the phone's location.
    let includesLocation: Bool

    /// Creates a body.
    public init(_ message: WebhookMessage, includesLocation: Bool) {
        self.message = message
        self.includesLocation = includesLocation
    }

    /// Encodes the body as one line of UTF-8 JSON, its members sorted by name; equal messages give equal bytes.
    ///
    /// It has some hundreds of bytes, below the 20 kB that Standard Webhooks advises. Throws `EncodingError` for a
    /// number that JSON can't represent, which a message can't hold.
    public func encoded() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self))
    }
}

extension MessageBody: Encodable {
    private enum Member: String, CodingKey {
        case type, timestamp, data
    }

    /// Encodes `type`, `timestamp` and `data`.
    public func encode(to encoder: any Encoder) throws {
        var body = encoder.container(keyedBy: Member.self)
        try body.encode(message.type.rawValue, forKey: .type)
        try body.encode(message.occurredAt.iso8601, forKey: .timestamp)
        let data = body.superEncoder(forKey: .data)
        switch message.content {
        case .visit(let visit): try VisitData(message: visit, includesLocation: includesLocation).encode(to: data)
        case .deviceEvent(let event):
            try DeviceEventData(message: event, includesLocation: includesLocation).encode(to: data)
        case .facilitiesImported, .endpointDisabled, .test: try ReportData(content: message.content).encode(to: data)
        }
    }
}

/// The `data` of a message about a visit.
struct VisitData: Encodable {
    let message: VisitMessage
    let includesLocation: Bool

    private enum Member: String, CodingKey {
        case visitID = "visit_id"
        case sequence, member, device, geofenceId, facility, status, evidence, counted, verdict, doubts
        case enteredAt = "entered_at"
        case dwelledAt = "dwelled_at"
        case exitedAt = "exited_at"
        case lastProofAt = "last_proof_at"
        case observedAt = "observed_at"
        case month
        case localDate = "local_date"
        case monthCount = "month_count"
        case monthCountAtFacility = "month_count_at_facility"
        case policyVersion = "policy_version"
        case confidence, why
        case provenSeconds = "proven_seconds"
        case bridgedSeconds = "bridged_seconds"
        case enteredBetween = "entered_between"
        case exitedBetween = "exited_between"
        case runnerUp = "runner_up"
        case previous, location
    }

    private struct Place: Encodable {
        let id: String
        let name: String
    }

    private struct RunnerUp: Encodable {
        let facility: String
        let share: Double
    }

    func encode(to encoder: any Encoder) throws {
        let visit = message.visit
        var data = encoder.container(keyedBy: Member.self)
        try data.encode(visit.id.text, forKey: .visitID)
        try data.encode(message.sequence, forKey: .sequence)
        try data.encode(visit.member.text, forKey: .member)
        try data.encode(visit.device?.text, forKey: .device)
        try data.encode(visit.facility.text, forKey: .geofenceId)
        try data.encode(Place(id: visit.facility.text, name: message.facilityName), forKey: .facility)
        try data.encode(visit.status.rawValue, forKey: .status)
        try data.encode(visit.evidence.rawValue, forKey: .evidence)
        try data.encode(visit.isCounted, forKey: .counted)
        try data.encode(visit.verdict.rawValue, forKey: .verdict)
        try data.encode(visit.doubts.names, forKey: .doubts)
        try data.encode(visit.enteredAt.iso8601, forKey: .enteredAt)
        // A missing time is encoded as null instead of being left out, so that a correction can withdraw it.
        try data.encode(visit.dwelledAt?.iso8601, forKey: .dwelledAt)
        try data.encode(visit.exitedAt?.iso8601, forKey: .exitedAt)
        try data.encode(visit.lastProofAt.iso8601, forKey: .lastProofAt)
        try data.encode(message.observedAt.iso8601, forKey: .observedAt)
        try data.encode(visit.month.description, forKey: .month)
        try data.encode(visit.localDate.description, forKey: .localDate)
        try data.encode(message.monthCount, forKey: .monthCount)
        try data.encode(message.monthCountAtFacility, forKey: .monthCountAtFacility)
        try data.encode(visit.policyVersion, forKey: .policyVersion)
        if let assessment = visit.assessment { try encode(assessment, why: visit.why, to: &data) }
        if message.change.type == .visitCorrected {
            try encode(message.change.previous, to: data.superEncoder(forKey: .previous))
        }
        if includesLocation, let location = message.location {
            let fields = EventFields.Location(location, formerNames: [.accuracyMeters, .takenAt])
            try data.encode(fields, forKey: .location)
        }
    }

    /// Encodes the visit's assessment; a visit stored by a version without assessments has none of these members.
    private func encode(
        _ assessment: Visit.Assessment,
        why: [String],
        to data: inout KeyedEncodingContainer<Member>
    ) throws {
        try data.encode(assessment.confidence, forKey: .confidence)
        try data.encode(assessment.provenSeconds, forKey: .provenSeconds)
        try data.encode(assessment.bridgedSeconds, forKey: .bridgedSeconds)
        try data.encode(assessment.enteredBetween.ends, forKey: .enteredBetween)
        try data.encode(assessment.exitedBetween?.ends, forKey: .exitedBetween)
        try data.encode(why, forKey: .why)
        let runnerUp = assessment.runnerUp.map { RunnerUp(facility: $0.facility.text, share: $0.share) }
        try data.encode(runnerUp, forKey: .runnerUp)
    }

    /// Encodes the former values of the corrected fields, under the names of the fields.
    private func encode(_ facts: [VisitChange.Fact], to encoder: any Encoder) throws {
        var previous = encoder.container(keyedBy: Member.self)
        for fact in facts {
            switch fact {
            case .enteredAt(let time): try previous.encode(time.iso8601, forKey: .enteredAt)
            case .dwelledAt(let time): try previous.encode(time.iso8601, forKey: .dwelledAt)
            case .exitedAt(let time): try previous.encode(time.iso8601, forKey: .exitedAt)
            case .status(let status): try previous.encode(status.rawValue, forKey: .status)
            case .evidence(let evidence): try previous.encode(evidence.rawValue, forKey: .evidence)
            case .verdict(let verdict): try previous.encode(verdict.rawValue, forKey: .verdict)
            case .month(let month): try previous.encode(month.description, forKey: .month)
            }
        }
    }
}

extension ClosedRange<Timestamp> {
    fileprivate var ends: [String] { [lowerBound.iso8601, upperBound.iso8601] }
}

/// The `data` of a message about a device event that belongs to no visit.
struct DeviceEventData: Encodable {
    let message: DeviceEventMessage
    let includesLocation: Bool

    private enum Member: String, CodingKey {
        case device, member
        // Deprecated: the members of `throwable`.
        case code, message
    }

    func encode(to encoder: any Encoder) throws {
        var data = encoder.container(keyedBy: Member.self)
        try data.encode(message.device.text, forKey: .device)
        try data.encode(message.member.text, forKey: .member)
        try EventFields(
            message.event.kind,
            // The documented payload has a location for heartbeats only, and endpoints have never received one for
            // other events.
            at: message.event == .heartbeat ? message.location : nil,
            includesLocation: includesLocation
        ).encode(to: encoder)
        guard case .error(let code, let text) = message.event else { return }
        try data.encode(code, forKey: .code)
        try data.encode(text, forKey: .message)
    }
}

/// The `data` of a message about facilities or an endpoint, not about a phone.
struct ReportData: Encodable {
    let content: WebhookMessage.Content

    private enum Member: String, CodingKey {
        case added, updated, unchanged, retired
        case effectiveFrom = "effective_from"
        case message
        case endpoint, reason
        case failingSince = "failing_since"
    }

    func encode(to encoder: any Encoder) throws {
        var data = encoder.container(keyedBy: Member.self)
        switch content {
        case .visit, .deviceEvent:
            break  // `VisitData` and `DeviceEventData` write them.
        case .facilitiesImported(let added, let updated, let unchanged, let retired, let effectiveFrom):
            try data.encode(added, forKey: .added)
            try data.encode(updated, forKey: .updated)
            try data.encode(unchanged, forKey: .unchanged)
            try data.encode(retired, forKey: .retired)
            try data.encode(effectiveFrom.iso8601, forKey: .effectiveFrom)
        case .endpointDisabled(let endpoint, let reason, let failingSince):
            try data.encode(endpoint.text, forKey: .endpoint)
            try data.encode(reason.rawValue, forKey: .reason)
            try data.encode(failingSince?.iso8601, forKey: .failingSince)
        case .test(let endpoint):
            try data.encode(endpoint.text, forKey: .endpoint)
            try data.encode("This is a test. There is no visit.", forKey: .message)
        }
    }
}
