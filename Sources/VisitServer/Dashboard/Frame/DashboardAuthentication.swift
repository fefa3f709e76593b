internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import VisitModel
internal import VisitStore

/// Checks the session, the permission and the origin of forms.
struct DashboardAuthentication: Sendable {
    let parts: ServiceParts
    let dashboard: Dashboard

    /// For a form without a file.
    static let formLimits = BodyLimits(packed: 1 << 20, unpacked: 1 << 20)

    /// Makes an endpoint of a page: `.get` to show it, `.post` for a form.
    ///
    /// The permission is `.read` to view, `.admin` to change. `fields` are the fields that a form may have, beside its
    /// file; a form with a file needs higher limits than the default. `recording` is what opening the page adds
    /// to the access record; `nil` where it shows no member's data. Errors of `respond` become a page with the message.
    func page(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ permission: RequiredRole,
        fields: [String] = [],
        limits: BodyLimits = Self.formLimits,
        recording: AccessRecording? = nil,
        _ respond: @escaping @Sendable (PageCall) async throws -> Response
    ) -> Endpoint {
        Endpoint(
            method,
            path,
            permission,
            in: .dashboard,
            body: method == .post ? .form(fields) : .none,
            recording: recording
        ) { call in
            try await answer(call, permission, fields, limits, recording, respond)
        }
    }

    private func answer(
        _ call: ServiceCall,
        _ permission: RequiredRole,
        _ fields: [String],
        _ limits: BodyLimits,
        _ recording: AccessRecording?,
        _ respond: (PageCall) async throws -> Response
    ) async throws -> Response {
        var page: PageCall?
        do {
            guard let (session, principal) = try visitor(call) else { return signInFirst(call) }
            let bare = PageCall(
                call: call,
                dashboard: dashboard,
                session: session,
                principal: principal,
                form: FormFields()
            )
            page = bare
            guard permission.allows(principal.role) else {
                throw Problem.forbidden("Your token is read-only; sign in with another one.")
            }
            if let recording { try await parts.recorder.record(recording, call, by: principal, via: .page) }
            guard call.request.method != .get, call.request.method != .head else { return try await respond(bare) }
            return try await respond(try await withForm(bare, fields, limits))
        } catch {
            let problem = Problem(error)
            if problem.status == 500 {
                call.context.logger.error(
                    "a page failed",
                    metadata: ["error": "\(error)", "route": "\(call.context.endpointPath ?? "none")"]
                )
            }
            return PageWriter(dashboard: dashboard).problem(problem, page)
        }
    }

    /// The page for an address that does not exist; `nil` for a program, and for a browser without a session.
    func unknownPage(_ request: Request, _ context: ServiceContext) throws -> Response? {
        let call = ServiceCall(request: request, context: context, principal: nil, userName: nil)
        guard Self.isBrowser(call), let (session, principal) = try visitor(call) else { return nil }
        let page = PageCall(
            call: call,
            dashboard: dashboard,
            session: session,
            principal: principal,
            form: FormFields()
        )
        return PageWriter(dashboard: dashboard).problem(.notFound("There is no page at this address."), page)
    }

    private static func isBrowser(_ call: ServiceCall) -> Bool { call.header("Accept")?.contains("text/html") == true }

    /// Where the session and its token are both still valid.
    private func visitor(_ call: ServiceCall) throws -> (DashboardSession, Principal)? {
        guard let id = SessionCookie.session.value(in: call.request.headers),
            let session = dashboard.session(id, at: parts.now())
        else { return nil }
        switch try parts.gatekeeper.admit(session.token, digest: session.digest) {
        case .known(let principal): return (session, principal)
        case .unknown, .expired:
            dashboard.end(id)
            return nil
        case .tooMany(let seconds):
            throw Problem(
                .tooManyRequests,
                "too_many_requests",
                "This token has exceeded its request rate; wait \(seconds) s.",
                retryAfterSeconds: seconds
            )
        }
    }

    /// Returns the call with its form, after a check of the form token and of the fields.
    private func withForm(_ page: PageCall, _ fields: [String], _ limits: BodyLimits) async throws -> PageCall {
        let bytes = try await page.call.body(limits)
        let form = try FormFields(bytes, contentType: page.call.request.headers[.contentType])
        guard dashboard.formToken.accepts(form[FormFields.tokenName], of: page.session.id) else {
            throw Problem.forbidden(
                "This form does not belong to your session. Go back, reload the page and send it again."
            )
        }
        try form.check(fields)
        return PageCall(
            call: page.call,
            dashboard: dashboard,
            session: page.session,
            principal: page.principal,
            form: form
        )
    }

    /// Redirects a browser to the sign-in page; a script gets a problem document.
    private func signInFirst(_ call: ServiceCall) -> Response {
        guard Self.isBrowser(call) else {
            var response = Problem.unauthorized("sign in at /sign-in first").response
            // Without the header, so that the browser does not show its own password dialog.
            response.headers[.wwwAuthenticate] = nil
            return response
        }
        let wanted = call.request.method == .get ? call.request.uri.description : "/"
        return PageWriter.redirect(to: DashboardLink.query("/sign-in", ["next": wanted == "/" ? nil : wanted]))
    }
}

extension FormFields {
    /// Every form contains it.
    static let tokenName = "form_token"

    /// Throws `Problem` for a field that is neither the form token nor one of these.
    func check(_ known: [String]) throws {
        guard let unknown = names.filter({ $0 != Self.tokenName && !known.contains($0) }).min() else { return }
        throw Problem.unknownField(unknown, known: known)
    }
}

extension DashboardAuthentication {
    /// Makes the live stream of events in the form of the live list; it ends with the session.
    ///
    /// Without a filter, that of the query applies. `zone` is the time zone of displayed times, `nil` for the
    /// database's default. Throws `Problem` for an invalid query.
    func stream(
        _ page: PageCall,
        _ filter: EventFilter? = nil,
        in zone: TimeZoneName? = nil
    ) async throws -> Response {
        let (dashboard, session, now, gatekeeper) = (dashboard, page.session, parts.now, parts.gatekeeper)
        let form = EventHub.Form(name: "page \(zone.map { "\($0)" } ?? "")") { emitted, store in
            let clock = try zone.map { PageClock(zone: $0, now: now()) } ?? PageClock(store, at: now())
            return try EventStream.texts(emitted, LiveEvent.all(of: emitted.map(\.event), store, clock))
        }
        let stream = EventStream(parts: parts, form: form, token: page.principal.tokenID) {
            guard dashboard.session(session.id, at: now()) != nil else { return false }
            guard case .known = try gatekeeper.admit(session.token, digest: session.digest) else { return false }
            return true
        }
        return try await stream.respond(page.call, filter)
    }
}
