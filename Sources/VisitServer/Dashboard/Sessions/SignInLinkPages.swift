internal import HTTPTypes
internal import Hummingbird
internal import VisitModel
internal import VisitStore

/// Signing in by a link that `footfall serve` or `footfall demo` printed.
struct SignInLinkPages: Sendable {
    let authentication: DashboardAuthentication

    private var dashboard: Dashboard { authentication.dashboard }

    private static let formLimits = BodyLimits(packed: 16 << 10, unpacked: 16 << 10)
    private static let fields = ["code", "person"]

    var all: [Endpoint] {
        [
            Endpoint(.get, "/sign-in/link", .open, in: .dashboard) { try await open($0) },
            Endpoint(.post, "/sign-in/link", .open, in: .dashboard, body: .form(Self.fields)) {
                try await makeFirstToken($0)
            },
        ]
    }

    private struct Content {
        let code: String
        let person: String
        let problem: String?
    }

    /// Signs in, or shows the form for the first token, which is made only when it is sent.
    private func open(_ call: ServiceCall) async throws -> Response {
        let (code, now) = (call.word("code") ?? "", authentication.parts.now())
        switch dashboard.link(code, at: now) {
        case .firstToken?:
            guard try await authentication.parts.reader.read({ try !$0.accessTokens.hasAdmin(at: now) }) else {
                return refusal(call, at: now)
            }
            return form(call, code)
        case .session(let token)?:
            // A program that looks at the address, or a browser that loads it in advance, must not use up the link.
            guard call.request.method == .get, Self.advanceHeaders.allSatisfy({ call.header($0) == nil }) else {
                return Response(status: .noContent, headers: [.cacheControl: "no-store"])
            }
            guard case .known(let principal) = try authentication.parts.gatekeeper.admit(token),
                RequiredRole.read.allows(principal.role), dashboard.useLink(code, at: now) != nil
            else { return refusal(call, at: now) }
            return signedIn(with: token, PageWriter.redirect(to: "/"), call, at: now)
        case nil: return refusal(call, at: now)
        }
    }

    /// By which browsers say that they load a page before it is opened.
    private static let advanceHeaders = ["Sec-Purpose", "Purpose", "X-Purpose", "X-Moz"]

    private func makeFirstToken(_ call: ServiceCall) async throws -> Response {
        let form = FormFields(try await call.body(Self.formLimits))
        do {
            try form.check(Self.fields)
        } catch {
            return PageWriter(dashboard: dashboard).problem(Problem(error), nil)
        }
        let (code, now) = (form["code"] ?? "", authentication.parts.now())
        guard dashboard.link(code, at: now) == .firstToken else { return refusal(call, at: now) }
        guard let visitor = SessionCookie.visitor.value(in: call.request.headers),
            dashboard.formToken.accepts(form[FormFields.tokenName], of: visitor)
        else {
            return self.form(
                call,
                code,
                person: form["person"] ?? "",
                problem: "The page has expired, or the browser blocks cookies. Please try again.",
                status: .forbidden
            )
        }
        let (token, record): (AccessToken, AccessTokenRecord)
        do {
            let body = TokenBody(
                role: .admin,
                note: "made by the service's first link",
                person: form["person"],
                member: nil,
                device: nil,
                expiresInDays: nil
            )
            (token, record) = try body.newToken(at: now)
        } catch {
            return self.form(
                call,
                code,
                person: form["person"] ?? "",
                problem: Problem(error).detail,
                status: .badRequest
            )
        }
        // Of two who send the form at the same time one has the first token. A failure leaves the link as it is.
        guard try await authentication.parts.reader.read({ try $0.accessTokens.addFirst(record) }) else {
            return refusal(call, at: now)
        }
        _ = dashboard.useLink(code, at: now)
        let content = SecretContent(
            title: "You are signed in",
            words: """
                This is your token, with the role admin. With it you sign in again, and programs use it. Keep it in a password \
                manager: anyone who has it may do everything.
                """,
            secret: token.text,
            publicKey: nil,
            back: "/"
        )
        let frame = PageFrame(title: "You are signed in", files: dashboard.files, uses: [.pages])
        let page = PageWriter(dashboard: dashboard).response("secret", frame, content)
        return signedIn(with: token, page, call, at: now)
    }

    private func signedIn(
        with token: AccessToken,
        _ page: Response,
        _ call: ServiceCall,
        at now: Timestamp
    ) -> Response {
        if let old = SessionCookie.session.value(in: call.request.headers) { dashboard.end(old) }
        let session = dashboard.begin(with: token, at: now)
        return SignInPages.response(page, setting: [(.session, session.id), (.visitor, nil)], call, dashboard)
    }

    private func form(
        _ call: ServiceCall,
        _ code: String,
        person: String = "",
        problem: String? = nil,
        status: HTTPResponse.Status = .ok
    ) -> Response {
        let visitor = SessionCookie.visitor.value(in: call.request.headers) ?? Dashboard.newID()
        let frame = PageFrame(title: "Welcome", formToken: dashboard.formCode(of: visitor), files: dashboard.files)
        let content = Content(code: code, person: person, problem: problem)
        let page = PageWriter(dashboard: dashboard).response("first-token", frame, content, status: status)
        return SignInPages.response(page, setting: [(.visitor, visitor)], call, dashboard)
    }

    /// A wrong code is as a wrong token: too many have to wait.
    private func refusal(_ call: ServiceCall, at now: Timestamp) -> Response {
        let problem: Problem
        if let seconds = dashboard.recordFailure(from: call.context.client, at: now) {
            problem = Problem(
                .tooManyRequests,
                "too_many_requests",
                "Too many invalid links. Wait \(seconds) s and try again.",
                retryAfterSeconds: seconds
            )
        } else {
            problem = .forbidden(
                """
                This link was used, or has expired: it is valid once, within \(Int(SignInLinks.lifeSeconds / 60)) minutes. \
                Sign in with a token; `footfall tokens add --role admin` creates one.
                """
            )
        }
        return PageWriter(dashboard: dashboard).problem(problem, nil)
    }
}
