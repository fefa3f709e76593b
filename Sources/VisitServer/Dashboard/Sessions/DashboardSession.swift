internal import VisitModel
internal import VisitStore

/// Somebody who signed in at the dashboard.
struct DashboardSession: Hashable, Sendable {
    /// What the browser's cookie holds: 32 random bytes as text.
    let id: String
    /// The token that was signed in with; when it ends, so does the session.
    let token: TokenID
    /// What is kept of the token's secret: another token that came by the same name does not take the session over.
    let digest: [UInt8]
    /// When it ends.
    let endsAt: Timestamp
    /// What the next page says once.
    var flash: PageFlash?
}

/// What a page says at its top, once, of what was just done.
struct PageFlash: Hashable, Sendable {
    /// How it went.
    enum Kind: String, Sendable {
        case done, failed
    }

    /// How it went; the name of a style.
    let kind: String
    /// What happened, as a sentence.
    let text: String

    init(_ kind: Kind, _ text: String) {
        (self.kind, self.text) = (kind.rawValue, text)
    }
}
