internal import Interchange
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct ReplayBody: RequestDocument {
    let message: String?
    let endpoint: String?
    let since: String?
    let until: String?
    let states: [ReplayRequest.State]?
    /// The same as `states` with `dead` alone.
    let dead: Bool?
    /// Whether nothing is sent.
    let isDryRun: Bool?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case message, endpoint, since, until, states, dead
        case isDryRun = "dry_run"
    }

    /// Throws `Problem` where nothing is selected, or what is selected contradicts itself.
    func selection() throws -> ReplaySelection {
        if dead == true, states != nil {
            throw Problem.invalid("give either `dead`: true or `states`", field: "dead")
        }
        let chosen = dead == true ? [.dead] : states.map { Set($0) }
        if chosen?.isEmpty == true {
            let known = ReplayRequest.State.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem.invalid("`states` is empty, expected some of \(known)", field: "states")
        }
        let selection = ReplaySelection(
            message: try PlainText.identifier(message, "message"),
            endpoint: try PlainText.identifier(endpoint, "endpoint"),
            since: try Self.time(since, "since"),
            until: try Self.time(until, "until"),
            states: chosen
        )
        guard !selection.isEmpty else {
            throw Problem.invalid("select messages by `message`, `endpoint`, `since`, `until` or `states`")
        }
        if let problem = selection.problem { throw problem }
        return selection
    }

    private static func time(_ text: String?, _ name: String) throws -> Timestamp? {
        try text.map { text in
            try PlainText.valid(name) { () throws(ValidationError) in try TimestampParser().parse(text) }
        }
    }
}

extension ReplayRequest.State: RequestWord {}

/// The messages to send now, by message, endpoint, time and state.
struct ReplaySelection: Hashable, Sendable {
    var message: MessageID?
    /// `nil` for all endpoints.
    var endpoint: EndpointID?
    /// Of messages queued from `since` to before `until`.
    var since: Timestamp?
    var until: Timestamp?
    /// `nil` for the usual ones (`ReplayRequest`).
    var states: Set<ReplayRequest.State>?

    /// `nil` where a message can be within its times.
    var problem: Problem? {
        guard let since, let until, since >= until else { return nil }
        return .invalid("`until` is not after `since`", field: "until")
    }

    /// Whether nothing restricts the selection.
    var isEmpty: Bool { message == nil && endpoint == nil && since == nil && until == nil && states == nil }
}

/// What a replay sends, or would send.
struct Replay: Sendable {
    let states: Set<ReplayRequest.State>
    /// The deliveries that match the selection, of all states.
    let matching: ReplayCounts
    /// Those that are due now.
    let queued: ReplayCounts
    let isDryRun: Bool

    var queuedCount: Int { queued.total(of: states) }
}

extension Replay {
    var json: JSONObject {
        var counts = JSONObject()
        for state in ReplayRequest.State.allCases { counts[state.rawValue] = matching[state] }
        // Sent in their turn.
        counts["due"] = matching.due
        var json = JSONObject()
        json["dry_run"] = isDryRun
        json["queued"] = queuedCount
        json["states"] = ReplayRequest.State.allCases.filter(states.contains).map(\.rawValue)
        json["matching"] = counts
        return json
    }
}
