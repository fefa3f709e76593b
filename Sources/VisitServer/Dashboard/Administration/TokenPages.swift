internal import HTTPTypes
internal import Hummingbird
internal import VisitModel
internal import VisitStore

struct TokenPages: Sendable {
    let authentication: DashboardAuthentication

    var all: [Endpoint] {
        [
            authentication.page(.get, "/tokens", .admin) { try await list($0) },
            authentication.page(
                .post,
                "/tokens",
                .admin,
                fields: ["role", "note", "person", "days", "member", "device", "environment"]
            ) { try await add($0) },
            authentication.page(.post, "/tokens/{token}/remove", .admin) { try await remove($0) },
        ]
    }

    private struct Content {
        let tokens: [Row]
        let note: String
        let person: String
        let member: String
        let device: String
        let problem: String?
    }

    private struct Row {
        let token: String
        let address: String
        let role: String
        let bound: String?
        let note: String?
        let person: String?
        let made: PageClock.Moment
        let expires: PageClock.Moment?
        let isExpired: Bool
        let used: PageClock.Moment?
        /// Whether it is the token of the session.
        let isOwn: Bool
    }

    private func list(_ page: PageCall, problem: Problem? = nil) async throws -> Response {
        let (now, own, form) = (authentication.parts.now(), page.principal.tokenID, page.form)
        let content = try await authentication.parts.reader.read { store in
            let clock = try PageClock(store, at: now)
            return Content(
                tokens: try store.accessTokens.all().reversed().map { record in
                    let bound =
                        [record.member.map { "member \($0)" }, record.device.map { "phone \($0)" }]
                        + [record.environment == .test ? "phones of the test environment" : nil]
                    return Row(
                        token: record.id.text,
                        address: DashboardLink.token(record.id),
                        role: record.role.rawValue,
                        bound: bound.compactMap(\.self).joined(separator: ", ").orNothing,
                        note: record.note.orNothing,
                        person: record.person.orNothing,
                        made: clock.moment(record.createdAt),
                        expires: record.expiresAt.map(clock.moment),
                        isExpired: record.expiresAt.map { $0 <= now } ?? false,
                        used: record.lastUsedAt.map(clock.moment),
                        isOwn: record.id == own
                    )
                },
                note: form["note"] ?? "",
                person: form["person"] ?? "",
                member: form["member"] ?? "",
                device: form["device"] ?? "",
                problem: problem?.detail
            )
        }
        return page.shows("tokens", title: "Tokens", in: .tokens, content, uses: [.pages], problem: problem)
    }

    private func add(_ page: PageCall) async throws -> Response {
        let (form, now) = (page.form, authentication.parts.now())
        do {
            let days = try form["days"].map { text in
                guard let days = Int(text) else {
                    throw Problem.invalid("`\(text)` is not a number of days.", field: "days")
                }
                return days
            }
            let body = TokenBody(
                role: form["role"].flatMap(TokenRole.init) ?? .read,
                note: form["note"],
                person: form["person"],
                member: form["member"],
                device: form["device"],
                environment: form["environment"].flatMap(ProjectEnvironment.init),
                expiresInDays: days
            )
            let (token, record) = try body.newToken(at: now)
            try await authentication.parts.reader.read { try $0.accessTokens.add(record) }
            let content = SecretContent(
                title: "Token \(token.id) created",
                words:
                    "Its role is \(record.role.rawValue). Anyone who has the token has the permissions of this role.",
                secret: token.text,
                publicKey: nil,
                back: "/tokens"
            )
            return page.shows("secret", title: "Token created", in: .tokens, content, uses: [.pages])
        } catch {
            return try await list(page, problem: Problem(ofForm: error))
        }
    }

    private func remove(_ page: PageCall) async throws -> Response {
        let id: TokenID = try page.call.pathIdentifier("token")
        guard try await authentication.parts.reader.read({ try $0.accessTokens.remove(id) }) else {
            throw Problem.notFound("There is no token `\(id)` any more.")
        }
        authentication.parts.gatekeeper.forget(id)
        return page.goes(
            to: "/tokens",
            saying: PageFlash(.done, "The token `\(id)` is removed; its holder no longer has access.")
        )
    }
}
