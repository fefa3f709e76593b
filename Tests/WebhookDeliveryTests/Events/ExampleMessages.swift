import VisitModel
import WebhookDelivery

/// The messages in `docs/webhooks/examples/`: a visit of an hour, step by step, and one of each report.
enum ExampleMessages {
    /// The file's name without its extension, the message's content, and whether it has the position.
    struct Example: Sendable, CustomStringConvertible {
        let name: String
        let message: WebhookMessage
        var includesLocation = false

        var description: String { name }
    }

    static func all() throws -> [Example] { try visits() + reports() }

    private static let came = Timestamp(milliseconds: 1_709_552_947_000)
    private static let stayed = Timestamp(milliseconds: 1_709_553_847_000)
    private static let left = Timestamp(milliseconds: 1_709_555_915_500)

    /// The messages of a visit step by step, with both kinds of end.
    private static func visits() throws -> [Example] {
        let whole = try visit(dwelledAt: stayed, exitedAt: left)
        let silent = try visit(dwelledAt: stayed, exitedAt: left, status: .timedOut)
        let shortened = VisitChange(
            .visitCorrected,
            at: nil,
            previous: [.dwelledAt(stayed), .exitedAt(left), .evidence(.confirmed), .verdict(.counted)]
        )
        let messages = [
            try message(try visit(), VisitChange(.visitEntered, at: came), 1, observedAt: came),
            try message(try visit(dwelledAt: stayed), VisitChange(.visitDwelled, at: stayed), 2, observedAt: stayed),
            try message(whole, VisitChange(.visitExited, at: left), 3, observedAt: left),
            try message(silent, VisitChange(.visitTimedOut, at: left), 3, observedAt: left.advanced(bySeconds: 7_200)),
            try message(try visit(exitedAt: stayed), shortened, 4, observedAt: left.advanced(bySeconds: 14_400)),
        ]
        let located = messages.prefix(3).map { message in
            Example(name: message.type.rawValue + ".location", message: message, includesLocation: true)
        }
        return messages.map { Example(name: $0.type.rawValue, message: $0) } + located
    }

    /// A correction of every correctable field, with the position: it has every member that exists.
    static func fullest() throws -> Example {
        let previous: [VisitChange.Fact] = [
            .enteredAt(came), .dwelledAt(stayed), .exitedAt(left), .status(.closed), .evidence(.inferred),
            .verdict(.ambiguous), .month(try Month("2024-02")),
        ]
        let visit = try visit(dwelledAt: stayed, exitedAt: left)
        let correction = VisitChange(.visitCorrected, at: nil, previous: previous)
        let message = try message(visit, correction, 4, observedAt: left)
        return Example(name: MessageType.visitCorrected.rawValue, message: message, includesLocation: true)
    }

    /// A message of a visit that was stored by a version without assessments.
    static func unassessed() throws -> Example {
        var visit = try visit()
        visit.assessment = nil
        let message = try message(visit, VisitChange(.visitEntered, at: came), 1, observedAt: came)
        return Example(name: MessageType.visitEntered.rawValue, message: message)
    }

    private static func visit(
        dwelledAt: Timestamp? = nil,
        exitedAt: Timestamp? = nil,
        status: Visit.Status? = nil
    ) throws -> Visit {
        let date = came.localDate(in: try TimeZoneName("America/New_York"))
        return Visit(
            id: try VisitID("v0k3m9q7x2c4ht"),
            member: try MemberID("M-1002"),
            device: try DeviceID("iphone-1002"),
            facility: try FacilityID("FIT-0069"),
            enteredAt: came,
            dwelledAt: dwelledAt,
            exitedAt: exitedAt,
            status: status ?? (exitedAt == nil ? .open : .closed),
            evidence: dwelledAt == nil ? .none : .confirmed,
            verdict: dwelledAt == nil ? .tooShort : .counted,
            month: Month(containing: date),
            localDate: date,
            fixesInside: 12,
            lastProofAt: exitedAt ?? dwelledAt ?? came,
            depthMeters: 61.5,
            doubts: [],
            policyVersion: "standard-3f9k2m7q",
            assessment: try assessment(dwelledAt: dwelledAt, exitedAt: exitedAt)
        )
    }

    /// The visit's assessment; its confidence rises with each step.
    private static func assessment(dwelledAt: Timestamp?, exitedAt: Timestamp?) throws -> Visit.Assessment {
        let seconds = Int(came.seconds(to: exitedAt ?? dwelledAt ?? came))
        return Visit.Assessment(
            confidence: dwelledAt == nil ? 0.06 : 0.97,
            provenSeconds: dwelledAt == nil ? seconds / 3 : seconds,
            bridgedSeconds: 0,
            enteredBetween: came.advanced(bySeconds: -120)...came,
            exitedBetween: exitedAt.map { $0...$0.advanced(bySeconds: 90) },
            reasons: dwelledAt == nil
                ? [Visit.Reason(.possible, weight: -2.9), Visit.Reason(.position, weight: 1.2)]
                : [Visit.Reason(.proven, weight: 4.2), Visit.Reason(.gapAfter, weight: -1.1)],
            runnerUp: Visit.RunnerUp(facility: try FacilityID("FIT-0129"), share: 0.02)
        )
    }

    private static func message(
        _ visit: Visit,
        _ change: VisitChange,
        _ sequence: Int,
        observedAt: Timestamp
    ) throws -> WebhookMessage {
        let reading = GeofenceEvent.Location(
            coordinate: try Coordinate(latitude: 39.95843, longitude: -75.153301),
            accuracy: 12.5,
            time: change.occurredAt ?? observedAt
        )
        return WebhookMessage(
            id: MessageID.of(change.type, visit.id.text, number: Int64(sequence)),
            type: change.type,
            occurredAt: change.occurredAt ?? observedAt,
            content: .visit(
                VisitMessage(
                    visit: visit,
                    change: change,
                    sequence: sequence,
                    facilityName: "Quillmoor Gym Callowhill & 8th",
                    monthCount: visit.isCounted ? 3 : 2,
                    monthCountAtFacility: visit.isCounted ? 1 : 0,
                    observedAt: observedAt,
                    location: reading
                )
            )
        )
    }

    private static func reports() throws -> [Example] {
        let endpoint = try EndpointID("crm")
        let (device, member) = (try DeviceID("android-1003"), try MemberID("M-1003"))
        let places = try ["QM-0012", "QM-0047"].map { try FacilityID($0) }
        let reading = GeofenceEvent.Location(
            coordinate: try Coordinate(latitude: 39.9625, longitude: -75.1547),
            accuracy: 12.5,
            time: left
        )
        func event(_ event: DeviceEventMessage.Event) -> (MessageType, WebhookMessage.Content) {
            let message = DeviceEventMessage(device: device, member: member, event: event, location: reading)
            return (event.type, .deviceEvent(message))
        }
        let contents: [(MessageType, WebhookMessage.Content)] = [
            (
                .facilityImported,
                .facilitiesImported(added: 2, updated: 1, unchanged: 176, retired: 1, effectiveFrom: came)
            ),
            event(.error(code: "too_many_geofences", message: "The phone watches 100 geofences for this app already.")),
            event(.registered(places)),
            event(.unregistered(nil)),
            event(.heartbeat),
            (.endpointDisabled, .endpointDisabled(endpoint, .failingTooLong, failingSince: came)),
            (.webhookTest, .test(endpoint)),
        ]
        let examples = contents.map { type, content in
            let time = type == .endpointDisabled ? came.advanced(by: EndpointHealth.longestFailure) : left
            let id = MessageID.of(type, "example", number: 1)
            return Example(
                name: type.rawValue,
                message: WebhookMessage(id: id, type: type, occurredAt: time, content: content)
            )
        }
        let located = examples.filter { $0.message.type == .deviceHeartbeat }.map { example in
            Example(name: example.name + ".location", message: example.message, includesLocation: true)
        }
        return examples + located
    }
}
