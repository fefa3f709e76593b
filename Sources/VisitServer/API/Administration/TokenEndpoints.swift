internal import Hummingbird
internal import TrackingModel
internal import VisitModel
internal import VisitStore

struct TokenEndpoints: Sendable {
    let parts: ServiceParts

    var all: [Endpoint] {
        [
            Endpoint(.get, "/v1/tokens", .admin) { _ in
                .json(["tokens": try await parts.reader.read { try $0.accessTokens.all() }.map { TokenResponse($0) }])
            },
            Endpoint(.post, "/v1/tokens", .admin) { try await create($0) },
            Endpoint(.delete, "/v1/tokens/{token}", .admin) { try await remove($0) },
        ]
    }

    private func create(_ call: ServiceCall) async throws -> Response {
        let body = try await call.json(TokenBody.self, parts.documentLimits)
        var generator = SystemRandomNumberGenerator()
        let token = AccessToken(using: &generator)
        let record = try body.record(token, at: parts.now())
        try await parts.reader.read { try $0.accessTokens.add(record) }
        return .json(NewTokenResponse(token: TokenResponse(record), secret: token.text), status: .created)
    }

    private func remove(_ call: ServiceCall) async throws -> Response {
        let id: TokenID = try call.pathIdentifier("token")
        guard try await parts.reader.read({ try $0.accessTokens.remove(id) }) else {
            throw Problem.notFound("there is no token `\(id)`; /v1/tokens lists all of them")
        }
        parts.gatekeeper.forget(id)
        return Response(status: .noContent)
    }
}

struct TokenBody: Decodable, Sendable {
    let role: TokenRole
    let note: String?
    let member: String?
    let device: String?
    var environment: ProjectEnvironment?
    var platform: Platform?
    let expiresInDays: Int?

    enum CodingKeys: String, CodingKey {
        case role, note, member, device, environment, platform
        case expiresInDays = "expires_in_days"
    }

    func record(_ token: AccessToken, at now: Timestamp) throws -> AccessTokenRecord {
        if let expiresInDays, !(1...36_500).contains(expiresInDays) {
            throw Problem.invalid(
                "`expires_in_days` is \(expiresInDays), expected 1 to 36500",
                field: "expires_in_days"
            )
        }
        return AccessTokenRecord(
            id: token.id,
            note: try PlainText.checked(note ?? "", "note"),
            role: role,
            member: try PlainText.identifier(member, "member"),
            device: try PlainText.identifier(device, "device"),
            environment: environment ?? .live,
            platform: platform,
            digest: token.digest,
            createdAt: now,
            expiresAt: expiresInDays.map { now.advanced(bySeconds: Double($0) * 86_400) }
        )
    }
}

extension TokenRole: Decodable {}

/// The secret is not stored and so can't be shown.
private struct TokenResponse: Encodable, Sendable {
    let token: String
    let role: String
    @OrNull var member: String?
    @OrNull var device: String?
    let environment: String
    @OrNull var platform: String?
    @OrNull var note: String?
    let createdAt: String
    @OrNull var expiresAt: String?
    /// The approximate time of the last use.
    @OrNull var usedAt: String?

    enum CodingKeys: String, CodingKey {
        case token, role, member, device, environment, platform, note
        case createdAt = "created_at"
        case expiresAt = "expires_at"
        case usedAt = "used_at"
    }

    init(_ record: AccessTokenRecord) {
        token = record.id.text
        role = record.role.rawValue
        environment = record.environment.rawValue
        createdAt = record.createdAt.iso8601
        member = record.member?.text
        device = record.device?.text
        platform = record.platform?.rawValue
        note = record.note.orNothing
        expiresAt = record.expiresAt?.iso8601
        usedAt = record.lastUsedAt?.iso8601
    }
}

/// A new token with its secret, which is shown once.
private struct NewTokenResponse: Encodable, Sendable {
    let token: TokenResponse
    /// The text that the client sends.
    let secret: String

    private enum CodingKeys: String, CodingKey { case secret }

    func encode(to encoder: any Encoder) throws {
        try token.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(secret, forKey: .secret)
    }
}
