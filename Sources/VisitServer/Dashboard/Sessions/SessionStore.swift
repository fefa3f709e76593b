internal import VisitModel
internal import VisitStore

/// The sessions, kept in memory, so that a restart of the service signs out all users.
struct SessionStore: Sendable {
    /// The lifetime of a session, in seconds.
    static let lifeSeconds = 12.0 * 3_600
    /// The most sessions; a further one ends the one that would expire first.
    static let limit = 10_000

    private var sessions: [String: DashboardSession] = [:]

    /// Begins a session.
    ///
    /// - Parameters:
    ///   - id: an unguessable id.
    ///   - token: the token of the sign-in.
    ///   - digest: the digest of its secret.
    ///   - now: the current time.
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

    /// Returns a session; `nil` where there is none, or it has expired.
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

    /// Stores a message for the next page.
    mutating func leave(_ flash: PageFlash, for id: String) {
        sessions[id]?.flash = flash
    }

    /// Removes and returns the stored message.
    mutating func takeFlash(_ id: String) -> PageFlash? {
        defer { sessions[id]?.flash = nil }
        return sessions[id]?.flash
    }
}

/// A session of a signed-in user.
struct DashboardSession: Hashable, Sendable {
    /// The value of the browser's cookie: 32 random bytes as text.
    let id: String
    /// The token of the sign-in; when it expires, so does the session.
    let token: TokenID
    /// The digest of the token's secret: another token with the same id does not continue the session.
    let digest: [UInt8]
    /// The time at which it expires.
    let endsAt: Timestamp
    /// The message that the next page shows once.
    var flash: PageFlash?
}

/// A message at the top of a page about a finished action, shown once.
struct PageFlash: Hashable, Sendable {
    /// The outcome.
    enum Kind: String, Sendable {
        case done, failed
    }

    /// The outcome as the name of a CSS class.
    let kind: String
    /// What happened, as a sentence.
    let text: String

    init(_ kind: Kind, _ text: String) {
        (self.kind, self.text) = (kind.rawValue, text)
    }
}
