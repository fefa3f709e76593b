internal import Hummingbird
internal import TrackingModel
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct TokenEndpoints: Sendable {
    let parts: ServiceParts

    var all: [Endpoint] {
        [
            Endpoint(.get, "/v1/tokens", .admin) { _ in
                let tokens = try await parts.reader.read { try $0.accessTokens.all() }
                return .json(["tokens": tokens.map(\.json)])
            },
            Endpoint(.post, "/v1/tokens", .admin, reading: TokenBody.self) { try await create($1) },
            Endpoint(.delete, "/v1/tokens/{token}", .admin) { try await remove($0) },
        ]
    }

    private func create(_ body: TokenBody) async throws -> Response {
        let (token, record) = try body.newToken(at: parts.now())
        try await parts.reader.read { try $0.accessTokens.add(record) }
        var document = record.json
        // The text that the client sends; it is shown once.
        document["secret"] = token.text
        return .json(document, status: .created)
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

struct TokenBody: RequestDocument {
    let role: TokenRole
    let note: String?
    var person: String?
    let member: String?
    let device: String?
    var environment: ProjectEnvironment?
    var platform: Platform?
    let expiresInDays: Int?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case role, note, person, member, device, environment, platform
        case expiresInDays = "expires_in_days"
    }

    func newToken(at now: Timestamp) throws -> (token: AccessToken, record: AccessTokenRecord) {
        if let expiresInDays, !(1...36_500).contains(expiresInDays) {
            throw Problem.invalid(
                "`expires_in_days` is \(expiresInDays), expected 1 to 36500",
                field: "expires_in_days"
            )
        }
        var generator = SystemRandomNumberGenerator()
        let token = AccessToken(using: &generator)
        let record = AccessTokenRecord(
            id: token.id,
            note: try PlainText.checked(note ?? "", "note"),
            person: try PlainText.checked(person ?? "", "person"),
            role: role,
            member: try PlainText.identifier(member, "member"),
            device: try PlainText.identifier(device, "device"),
            environment: environment ?? .live,
            platform: platform,
            digest: token.digest,
            createdAt: now,
            expiresAt: expiresInDays.map { now.advanced(bySeconds: Double($0) * 86_400) }
        )
        return (token, record)
    }
}

extension TokenRole: RequestWord {}

extension AccessTokenRecord {
    /// The secret is not stored and so can't be shown.
    fileprivate var json: JSONObject {
        var json = JSONObject()
        json["token"] = id.text
        json["role"] = role.rawValue
        json["member"] = member?.text
        json["device"] = device?.text
        json["environment"] = environment.rawValue
        json["platform"] = platform?.rawValue
        json["note"] = note.orNothing
        json["person"] = person.orNothing
        json["created_at"] = createdAt.iso8601
        json["expires_at"] = expiresAt?.iso8601
        json["used_at"] = lastUsedAt?.iso8601
        return json
    }
}
