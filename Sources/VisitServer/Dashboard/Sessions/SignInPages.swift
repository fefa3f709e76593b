internal import HTTPTypes
internal import Hummingbird
internal import VisitModel

struct SignInPages: Sendable {
    let authentication: DashboardAuthentication

    private var dashboard: Dashboard { authentication.dashboard }

    /// Enough for a token of 3 + 8 + 1 + 43 characters and the other fields.
    private static let formLimits = BodyLimits(packed: 16 << 10, unpacked: 16 << 10)
    private static let fields = ["next", "user", "token"]

    var all: [Endpoint] {
        [
            Endpoint(.get, "/sign-in", .open, in: .dashboard) { showForm($0) },
            Endpoint(.post, "/sign-in", .open, in: .dashboard, body: .form(Self.fields)) { try await signIn($0) },
            authentication.page(.post, "/sign-out", .read) { page in
                dashboard.end(page.session.id)
                return Self.response(
                    PageWriter.redirect(to: "/sign-in"),
                    setting: [(.session, nil)],
                    page.call,
                    dashboard
                )
            },
        ]
    }

    private struct Content {
        /// The address to open afterwards.
        let next: String
        /// Why the sign-in failed.
        let problem: String?
    }

    private func showForm(
        _ call: ServiceCall,
        next: String? = nil,
        problem: String? = nil,
        status: HTTPResponse.Status = .ok
    ) -> Response {
        let visitor = SessionCookie.visitor.value(in: call.request.headers) ?? Dashboard.newID()
        let frame = PageFrame(
            title: "Sign in",
            formToken: dashboard.formCode(of: visitor),
            files: dashboard.files
        )
        let content = Content(next: DashboardLink.local(next ?? call.word("next")), problem: problem)
        let page = PageWriter(dashboard: dashboard).response("sign-in", frame, content, status: status)
        return Self.response(page, setting: [(.visitor, visitor)], call, dashboard)
    }

    private func signIn(_ call: ServiceCall) async throws -> Response {
        let form = FormFields(try await call.body(Self.formLimits))
        do {
            try form.check(Self.fields)
        } catch {
            return PageWriter(dashboard: dashboard).problem(Problem(error), nil)
        }
        let next = form["next"]
        guard let visitor = SessionCookie.visitor.value(in: call.request.headers),
            dashboard.formToken.accepts(form[FormFields.tokenName], of: visitor)
        else {
            return showForm(
                call,
                next: next,
                problem: "The page has expired, or the browser blocks cookies. Please try again.",
                status: .forbidden
            )
        }
        let now = authentication.parts.now()
        guard let token = form["token"].flatMap({ AccessToken(text: $0) }),
            case .known(let principal) = try authentication.parts.gatekeeper.admit(token)
        else { return refuse(call, next: next, at: now) }
        guard RequiredRole.read.allows(principal.role) else {
            return showForm(
                call,
                next: next,
                problem: "This token is for phones and can't read data. Use one with the role read or admin.",
                status: .forbidden
            )
        }
        if let old = SessionCookie.session.value(in: call.request.headers) { dashboard.end(old) }
        let session = dashboard.begin(with: token, at: now)
        return Self.response(
            PageWriter.redirect(to: DashboardLink.local(next)),
            setting: [(.session, session.id), (.visitor, nil)],
            call,
            dashboard
        )
    }

    /// A client with too many invalid tokens has to wait; a valid one is accepted nevertheless.
    private func refuse(_ call: ServiceCall, next: String?, at now: Timestamp) -> Response {
        guard let seconds = dashboard.recordFailure(from: call.context.client, at: now) else {
            return showForm(
                call,
                next: next,
                problem: "This token is unknown or has expired. `footfall tokens add --role read` creates one.",
                status: .forbidden
            )
        }
        var response = showForm(
            call,
            next: next,
            problem: "Too many invalid tokens. Wait \(seconds) s and try again.",
            status: .tooManyRequests
        )
        response.headers[.retryAfter] = "\(seconds)"
        return response
    }

    /// A response that sets cookies, or removes those that are `nil`.
    static func response(
        _ response: Response,
        setting cookies: [(SessionCookie, String?)],
        _ call: ServiceCall,
        _ dashboard: Dashboard
    ) -> Response {
        var response = response
        let isSecure = dashboard.isSecure(call)
        for (cookie, value) in cookies {
            response.headers.append(
                HTTPField(name: .setCookie, value: cookie.header(value, isSecure: isSecure))
            )
        }
        return response
    }
}

/// The cookies of the dashboard (RFC 6265): inaccessible to scripts, and not sent with cross-site requests.
enum SessionCookie: String {
    case session = "footfall_session"
    /// Of a browser without a session, to which the form token of the sign-in page belongs.
    case visitor = "footfall_visitor"

    /// `nil` where the cookie is missing or of another length.
    func value(in headers: HTTPFields) -> String? {
        for field in headers[values: .cookie] {
            for pair in field.split(separator: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1).map { $0.trimmingPrefix { $0 == " " } }
                guard parts.count == 2, parts[0] == rawValue, parts[1].utf8.count == 43 else { continue }
                return String(parts[1])
            }
        }
        return nil
    }

    /// Returns the value of `Set-Cookie`; `nil` deletes the cookie.
    ///
    /// A secure cookie may be sent only over HTTPS, which the browser used.
    func header(_ value: String?, isSecure: Bool) -> String {
        let life = value == nil ? 0 : Int(SessionStore.lifeSeconds)
        return "\(rawValue)=\(value ?? ""); Path=/; Max-Age=\(life); HttpOnly; SameSite=Strict"
            + (isSecure ? "; Secure" : "")
    }
}
