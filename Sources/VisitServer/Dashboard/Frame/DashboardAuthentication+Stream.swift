internal import Hummingbird
internal import VisitModel
internal import VisitStore

extension DashboardAuthentication {
    /// Makes the live stream of events in the form of the live list; it ends with the session.
    ///
    /// - Parameters:
    ///   - page: the request.
    ///   - filter: the event filter; `nil` for that of the query.
    ///   - zone: the time zone of displayed times; `nil` for the database's default.
    /// - Returns: the streamed response.
    /// - Throws: `Problem` for an invalid query.
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
