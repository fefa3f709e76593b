internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// An authorized request for a page.
struct PageCall: Sendable {
    /// With the query and the parts of the path.
    let call: ServiceCall
    let dashboard: Dashboard
    let session: DashboardSession
    /// Of the session's token.
    let principal: Principal
    /// Empty except for `POST`, after a check of the form token.
    let form: FormFields

    /// Other users see no buttons for changes.
    var mayChange: Bool { RequiredRole.admin.allows(principal.role) }

    /// Responds with a page.
    ///
    /// `content` is the value of `page` in the template. `uses` are the scripts and styles needed beyond those of every
    /// page. The status is that of `problem`, otherwise 200.
    func shows(
        _ template: String,
        title: String,
        in entry: NavigationEntry?,
        _ content: Any,
        uses: [DashboardFiles.Name] = [],
        problem: Problem? = nil
    ) -> Response {
        let writer = PageWriter(dashboard: dashboard)
        let navigation = NavigationEntry.allCases.filter { $0.permission.allows(principal.role) }
        return writer.response(
            template,
            PageFrame(
                title: title,
                navigation: navigation.map { .init(name: $0.name, address: $0.address, isCurrent: $0 == entry) },
                signedIn: .init(token: principal.tokenID.text, role: principal.role.rawValue, mayChange: mayChange),
                formToken: dashboard.formCode(of: session.id),
                flash: dashboard.takeFlash(session.id),
                files: dashboard.files,
                uses: uses
            ),
            content,
            status: problem?.httpStatus ?? .ok
        )
    }

    /// Responds to a form by a redirect to a page, which shows a message once.
    func goes(to address: String, saying flash: PageFlash? = nil) -> Response {
        if let flash { dashboard.leave(flash, for: session.id) }
        return PageWriter.redirect(to: address)
    }
}

/// Renders pages, with a session and without.
struct PageWriter: Sendable {
    let dashboard: Dashboard

    func response(
        _ template: String,
        _ frame: PageFrame,
        _ content: Any,
        status: HTTPResponse.Status = .ok
    ) -> Response {
        Response(
            status: status,
            headers: dashboard.headers.fields,
            body: ResponseBody(byteBuffer: ByteBuffer(string: dashboard.templates.page(template, frame, content)))
        )
    }

    /// `call` is `nil` without a session.
    func problem(_ problem: Problem, _ call: PageCall?) -> Response {
        let (title, content) = (problem.title, ProblemContent(title: problem.title, detail: problem.detail))
        let frame = PageFrame(title: title, files: dashboard.files)
        var response =
            call?.shows("problem", title: title, in: nil, content, problem: problem)
            ?? response("problem", frame, content, status: problem.httpStatus)
        if let seconds = problem.retryAfterSeconds { response.headers[.retryAfter] = "\(seconds)" }
        return response
    }

    /// With `GET`.
    static func redirect(to address: String) -> Response {
        Response(status: .seeOther, headers: [.location: address, .cacheControl: "no-store"])
    }

    private struct ProblemContent {
        let title: String
        let detail: String
    }
}

extension PageFrame {
    init(
        title: String,
        navigation: [NavigationLink] = [],
        signedIn: SignedIn? = nil,
        formToken: String = "",
        flash: PageFlash? = nil,
        files: DashboardFiles,
        uses: [DashboardFiles.Name] = []
    ) {
        self.title = title
        self.navigation = navigation
        self.signedIn = signedIn
        self.formToken = formToken
        self.flash = flash
        let known = uses.filter { files[$0] != nil }
        icon = files.address(.icon)
        styles = (known.filter { $0.rawValue.hasSuffix(".css") } + [.style]).map(files.address)
        scripts = known.filter { $0.rawValue.hasSuffix(".js") }.map(files.address)
    }
}

/// A new secret, which is shown once.
struct SecretContent {
    let title: String
    let words: String
    let secret: String?
    let publicKey: String?
    let back: String
}

extension Problem {
    /// The problem with a form's values (4xx), to show the form again; rethrows any other error.
    init(ofForm error: any Error) throws {
        self.init(error)
        guard (400..<500).contains(status) else { throw error }
    }
}
