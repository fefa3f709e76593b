internal import VisitModel
internal import VisitStore

/// The authenticated client: the rights of its token.
struct Principal: Hashable, Sendable {
    let tokenID: TokenID
    /// The token's purpose, in the operator's words.
    let note: String
    /// Who has the token; empty where no person was named.
    let person: String
    let role: TokenRole
    /// The only member of the token; `nil` for any.
    let member: MemberID?
    /// The only phone of the token; `nil` for any.
    let device: DeviceID?
    /// Of the token's phones.
    let environment: ProjectEnvironment
    /// Of the token's phones; `nil` where it is unknown.
    let platform: Platform?

    init(_ record: AccessTokenRecord) {
        tokenID = record.id
        note = record.note
        person = record.person
        role = record.role
        member = record.member
        device = record.device
        environment = record.environment
        platform = record.platform
    }

    /// The person, or else the purpose of the token; `nil` where it has neither.
    var name: String? { person.orNothing ?? note.orNothing }

    /// The person and the purpose of the token; `nil` where it has neither.
    var words: String? { [person, note].filter { !$0.isEmpty }.joined(separator: ", ").orNothing }
}

enum RequiredRole: String, Hashable, Sendable, CaseIterable {
    case open
    /// The roles `read` and `admin`.
    case read
    /// The roles `ingest` and `admin`.
    case ingest
    /// All roles; a token that is bound to a phone only for that phone.
    case readOrIngest = "read_or_ingest"
    case admin

    /// `nil` stands for a client without a token.
    func allows(_ role: TokenRole?) -> Bool {
        switch (self, role) {
        case (.open, _): true
        case (_, nil): false
        case (_, .admin): true
        case (.read, .read), (.readOrIngest, .read), (.ingest, .ingest), (.readOrIngest, .ingest): true
        case (.admin, .read), (.admin, .ingest), (.ingest, .read), (.read, .ingest): false
        }
    }
}
