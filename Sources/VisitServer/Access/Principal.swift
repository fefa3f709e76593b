package import VisitModel
package import VisitStore

/// Who calls: what a token says of its bearer.
package struct Principal: Hashable, Sendable {
    /// The token's name.
    package let tokenID: TokenID
    /// What it may do.
    package let role: TokenRole
    /// The only member it speaks for; `nil` for any.
    package let member: MemberID?
    /// The only phone it speaks for; `nil` for any.
    package let device: DeviceID?
    /// Which of the two worlds the phones that it speaks for belong to.
    package let environment: ProjectEnvironment
    /// The platform of the phones that it speaks for; `nil` where the token does not say it.
    package let platform: Platform?

    /// Makes a caller.
    ///
    /// - Parameters:
    ///   - tokenID: the token's name.
    ///   - role: what it may do.
    ///   - member: the only member it speaks for.
    ///   - device: the only phone it speaks for.
    ///   - environment: which world its phones belong to.
    ///   - platform: the platform of its phones.
    package init(
        tokenID: TokenID,
        role: TokenRole,
        member: MemberID? = nil,
        device: DeviceID? = nil,
        environment: ProjectEnvironment = .live,
        platform: Platform? = nil
    ) {
        self.tokenID = tokenID
        self.role = role
        self.member = member
        self.device = device
        self.environment = environment
        self.platform = platform
    }
}

/// Who may use an endpoint.
package enum Permission: String, Hashable, Sendable, CaseIterable {
    /// Anybody, without a token.
    case open
    /// Whoever may see everything: `read` and `admin`.
    case read
    /// Whoever may send fixes: `ingest` and `admin`.
    case ingest
    /// Whoever may see everything or sends fixes; a token bound to a phone only for that phone.
    case readOrIngest = "read_or_ingest"
    /// Whoever may change everything.
    case admin

    /// Whether a role is enough.
    ///
    /// - Parameter role: the caller's; `nil` for one without a token.
    /// - Returns: whether the caller may go on.
    package func allows(_ role: TokenRole?) -> Bool {
        switch (self, role) {
        case (.open, _): true
        case (_, nil): false
        case (_, .admin): true
        case (.read, .read), (.readOrIngest, .read), (.ingest, .ingest), (.readOrIngest, .ingest): true
        case (.admin, .read), (.admin, .ingest), (.ingest, .read), (.read, .ingest): false
        }
    }
}
