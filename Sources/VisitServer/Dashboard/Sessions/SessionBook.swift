internal import VisitModel
internal import VisitStore

/// Who is signed in: kept in memory, so that a new start of the service signs everybody out.
struct SessionBook: Sendable {
    /// How long a session lasts, in seconds.
    static let lifeSeconds = 12.0 * 3_600
    /// The most sessions; who comes then ends the one that would end first.
    static let limit = 10_000

    private var sessions: [String: DashboardSession] = [:]

    /// Begins a session.
    ///
    /// - Parameters:
    ///   - id: its name, which nobody can guess.
    ///   - token: the token that was signed in with.
    ///   - digest: what is kept of its secret.
    ///   - now: the time.
    /// - Returns: the session.
    mutating func begin(
        _ id: String,
        token: TokenID,
        digest: [UInt8],
        at now: Timestamp
    ) -> DashboardSession {
        sessions = sessions.filter { $0.value.endsAt > now }
        if sessions.count >= Self.limit, let first = sessions.values.min(by: { $0.endsAt < $1.endsAt }) {
            sessions[first.id] = nil
        }
        let session = DashboardSession(
            id: id,
            token: token,
            digest: digest,
            endsAt: now.advanced(bySeconds: Self.lifeSeconds)
        )
        sessions[id] = session
        return session
    }

    /// The session of a name; `nil` where there is none, or none any more.
    mutating func session(_ id: String, at now: Timestamp) -> DashboardSession? {
        guard let session = sessions[id] else { return nil }
        guard session.endsAt > now else {
            sessions[id] = nil
            return nil
        }
        return session
    }

    /// Ends a session.
    mutating func end(_ id: String) {
        sessions[id] = nil
    }

    /// Leaves a message for the next page.
    mutating func leave(_ flash: PageFlash, for id: String) {
        sessions[id]?.flash = flash
    }

    /// Takes the message that was left.
    mutating func takeFlash(_ id: String) -> PageFlash? {
        defer { sessions[id]?.flash = nil }
        return sessions[id]?.flash
    }
}
