package import VisitModel
package import VisitStore

/// The authenticated client: the rights of its token.
package struct Principal: Hashable, Sendable {
    package let tokenID: TokenID
    package let role: TokenRole
    /// The only member of the token; `nil` for any.
    package let member: MemberID?
    /// The only phone of the token; `nil` for any.
    package let device: DeviceID?
    /// Of the token's phones.
    package let environment: ProjectEnvironment
    /// Of the token's phones; `nil` where it is unknown.
    package let platform: Platform?

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

package enum RequiredRole: String, Hashable, Sendable, CaseIterable {
    case open
    /// The roles `read` and `admin`.
    case read
    /// The roles `ingest` and `admin`.
    case ingest
    /// All roles; a token that is bound to a phone only for that phone.
    case readOrIngest = "read_or_ingest"
    case admin

    /// `nil` stands for a client without a token.
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
