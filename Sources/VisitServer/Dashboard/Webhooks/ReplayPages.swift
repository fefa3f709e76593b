internal import HTTPTypes
internal import Hummingbird
internal import Interchange
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// The page that shows which messages would be sent now, and sends them.
struct ReplayPages: Sendable {
    let authentication: DashboardAuthentication

    private static let path = "/deliveries/replay"

    var all: [Endpoint] {
        [
            authentication.page(.get, Self.path, .admin) { try await show($0) },
            authentication.page(
                .post,
                Self.path,
                .admin,
                fields: ["message", "endpoint", "since", "until", "states", "back"]
            ) { try await send($0) },
        ]
    }

    private struct Content {
        let endpoint: String
        let endpoints: [Choice]
        /// As the browser's fields of a day and time have them, in UTC.
        let since: String
        let until: String
        let states: [StateRow]
        let hasDeliveries: Bool
        /// Messages that are sent in their turn; `nil` where there are none.
        let due: String?
        let problem: String?
    }

    private struct Choice {
        let value: String
        let isChosen: Bool
    }

    private struct StateRow {
        let value: String
        let words: String
        let count: String
        let isChosen: Bool
        let isEmpty: Bool
    }

    private func show(_ page: PageCall) async throws -> Response {
        let call = page.call
        let selection = ReplaySelection(
            endpoint: try await authentication.parts.reader.endpoint(call),
            since: try Self.time(call.query("since"), "since"),
            until: try Self.time(call.query("until"), "until")
        )
        return try await show(page, selection, problem: selection.problem)
    }

    private func show(
        _ page: PageCall,
        _ selection: ReplaySelection,
        problem: Problem? = nil
    ) async throws -> Response {
        let replay = try await DeliveryEndpoints(parts: authentication.parts).replay(selection, isDryRun: true)
        let endpoints = try await authentication.parts.reader.read { try $0.endpoints.all().map(\.endpoint.id) }
        let matching = replay.matching
        let content = Content(
            endpoint: selection.endpoint?.text ?? "",
            endpoints: endpoints.map { Choice(value: $0.text, isChosen: $0 == selection.endpoint) },
            since: Self.field(selection.since),
            until: Self.field(selection.until),
            states: ReplayRequest.State.allCases.map { state in
                StateRow(
                    value: state.rawValue,
                    words: state.words,
                    count: PageNumber.text(matching[state]),
                    isChosen: replay.states.contains(state) && matching[state] > 0,
                    isEmpty: matching[state] == 0
                )
            },
            hasDeliveries: matching.total(of: Set(ReplayRequest.State.allCases)) > 0,
            due: matching.due == 0 ? nil : PageNumber.text(matching.due, "message is", "messages are"),
            problem: problem?.detail
        )
        return page.shows(
            "replay",
            title: "Send messages now",
            in: .webhooks,
            content,
            uses: [.pages],
            problem: problem
        )
    }

    private func send(_ page: PageCall) async throws -> Response {
        let form = page.form
        let message: MessageID? = try PlainText.identifier(form["message"], "message")
        let states = try form.all("states").map { name in
            guard let state = ReplayRequest.State(rawValue: name) else {
                throw Problem.invalid("`states` holds an invalid value, choose some of the page.", field: "states")
            }
            return state
        }
        let selection = ReplaySelection(
            message: message,
            endpoint: try PlainText.identifier(form["endpoint"], "endpoint"),
            since: try Self.time(form["since"], "since"),
            until: try Self.time(form["until"], "until"),
            states: message != nil && states.isEmpty ? nil : Set(states)
        )
        if let problem = selection.problem { return try await show(page, selection, problem: problem) }
        guard selection.states?.isEmpty != true else {
            return try await show(page, selection, problem: .invalid("Select which of the messages to send."))
        }
        let replay = try await DeliveryEndpoints(parts: authentication.parts).replay(selection, isDryRun: false)
        return page.goes(
            to: message == nil ? "/webhooks" : DashboardLink.local(form["back"]),
            saying: PageFlash(.done, Self.words(replay))
        )
    }

    private static func words(_ replay: Replay) -> String {
        guard replay.queuedCount > 0 else { return "There was nothing to send." }
        let parts = ReplayRequest.State.allCases
            .filter { replay.states.contains($0) && replay.queued[$0] > 0 }
            .map { "\(PageNumber.text(replay.queued[$0])) \($0.words)" }
        let count = PageNumber.text(replay.queuedCount, "delivery is", "deliveries are")
        return "\(count) sent now: \(parts.joined(separator: ", "))."
    }

    /// A field of a day and time has no zone; its label says UTC.
    private static func time(_ text: String?, _ name: String) throws -> Timestamp? {
        try text.map { text in
            try PlainText.valid(name) { () throws(ValidationError) in
                try TimestampParser(missingZone: .assumed(.utc)).parse(OffsetSign.restored(in: text))
            }
        }
    }

    private static func field(_ time: Timestamp?) -> String {
        time.map { String($0.iso8601.prefix(19)) } ?? ""
    }
}
