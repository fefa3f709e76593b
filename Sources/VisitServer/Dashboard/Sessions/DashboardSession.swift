internal import VisitModel
internal import VisitStore

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
