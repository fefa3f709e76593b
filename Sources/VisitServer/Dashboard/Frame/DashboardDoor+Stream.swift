internal import Hummingbird
internal import VisitModel
internal import VisitStore

extension DashboardDoor {
    /// The live stream, as the live list shows events, until the session ends.
    ///
    /// - Parameters:
    ///   - page: who listens.
    ///   - filter: which events; `nil` for those that the query asks for.
    ///   - zone: the time zone that they are shown in; `nil` for the database's default.
    /// - Returns: the stream.
    /// - Throws: `Problem` for a query that can't be.
    func stream(
        _ page: PageCall,
        _ filter: EventFilter? = nil,
        in zone: TimeZoneName? = nil
    ) async throws -> Response {
        let (dashboard, session, now, gatekeeper) = (dashboard, page.session, parts.now, parts.gatekeeper)
        let stream = EventStream(live: parts.live, reader: parts.reader) { told, store in
            let clock = try zone.map { PageClock(zone: $0, now: now()) } ?? PageClock(store, at: now())
            return try EventStream.text(told, LiveEvent.all(told, store, clock))
        } isWelcome: {
            guard dashboard.session(session.id, at: now()) != nil else { return false }
            guard case .known = try gatekeeper.admit(session.token, digest: session.digest) else { return false }
            return true
        }
        return try await stream.respond(page.call, filter)
    }
}
