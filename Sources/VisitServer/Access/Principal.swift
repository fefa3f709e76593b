package import VisitModel
package import VisitStore

/// The authenticated client: the rights of its token.
package struct Principal: Hashable, Sendable {
    /// The token's id.
    package let tokenID: TokenID
    /// The role.
    package let role: TokenRole
    /// The only member of the token; `nil` for any.
    package let member: MemberID?
    /// The only phone of the token; `nil` for any.
    package let device: DeviceID?
    /// The project environment of the token's phones: live or test.
    package let environment: ProjectEnvironment
    /// The platform of the token's phones; `nil` where it is unknown.
    package let platform: Platform?

    /// Makes a principal.
    ///
    /// - Parameters:
    ///   - tokenID: the token's id.
    ///   - role: the role.
    ///   - member: the only member of the token; `nil` for any.
    ///   - device: the only phone of the token; `nil` for any.
    ///   - environment: the project environment of its phones.
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

/// The roles that may use an endpoint.
package enum RequiredRole: String, Hashable, Sendable, CaseIterable {
    /// Any client, without a token.
    case open
    /// The roles that may read everything: `read` and `admin`.
    case read
    /// The roles that may send fixes: `ingest` and `admin`.
    case ingest
    /// All roles; a token that is bound to a phone only for that phone.
    case readOrIngest = "read_or_ingest"
    /// The role that may change everything: `admin`.
    case admin

    /// Whether a role is sufficient.
    ///
    /// - Parameter role: the client's role; `nil` for one without a token.
    /// - Returns: whether the request is allowed.
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
