internal import VisitModel
internal import VisitStore

/// The event filter of a request.
enum EventQuery {
    private static let kinds = ["Registered", "Unregistered", "Entered", "Dwell", "Exited", "Heartbeat", "Error"]

    /// Parses the filter from a request's query.
    static func filter(_ call: ServiceCall) throws -> EventFilter {
        let kinds = call.query("kind")?.split(separator: ",").map(String.init) ?? []
        if let unknown = kinds.first(where: { !Self.kinds.contains($0) }) {
            throw Problem.invalid(
                "`\(unknown)` is not a kind of event, expected some of \(Self.kinds.joined(separator: ", "))",
                field: "kind"
            )
        }
        return EventFilter(
            device: try call.identifier("device"),
            member: try call.identifier("member"),
            facility: try call.identifier("facility"),
            kinds: Set(kinds),
            since: try call.time("since"),
            until: try call.time("until")
        )
    }
}
