internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// A request for a page by somebody who is signed in and may.
struct PageCall: Sendable {
    /// The request, with its query and the parts of its path.
    let call: ServiceCall
    let dashboard: Dashboard
    let session: DashboardSession
    /// What the token says that was signed in with.
    let principal: Principal
    /// What was filled in; empty but for `POST`, where the form was found to be one of our own.
    let form: FormFields

    /// Whether whoever asks may change something: buttons for it are shown to nobody else.
    var mayChange: Bool { Permission.admin.allows(principal.role) }

    /// Answers with a page.
    ///
    /// - Parameters:
    ///   - template: the name of its template.
    ///   - title: its title.
    ///   - entry: where in the navigation it is.
    ///   - content: what the template calls `page`.
    ///   - uses: the scripts and styles that it needs beyond those of every page.
    ///   - status: the status.
    /// - Returns: the answer.
    func shows(
        _ template: String,
        title: String,
        in entry: NavigationEntry?,
        _ content: Any,
        uses: [DashboardFiles.Name] = [],
        status: HTTPResponse.Status = .ok
    ) -> Response {
        let writer = PageWriter(dashboard: dashboard)
        let navigation = NavigationEntry.allCases.filter { $0.permission.allows(principal.role) }
        return writer.response(
            template,
            PageFrame(
                title: title,
                navigation: navigation.map { .init(name: $0.name, address: $0.address, isCurrent: $0 == entry) },
                signedIn: .init(token: principal.tokenID.text, role: principal.role.rawValue, mayChange: mayChange),
                formToken: dashboard.seal.code(of: session.id),
                flash: dashboard.takeFlash(session.id),
                files: dashboard.files,
                uses: uses
            ),
            content,
            status: status
        )
    }

    /// Sends the browser to another page, which says once what was done: the answer to a form.
    ///
    /// - Parameters:
    ///   - address: the page.
    ///   - flash: what it says.
    /// - Returns: the answer.
    func goes(to address: String, saying flash: PageFlash? = nil) -> Response {
        if let flash { dashboard.leave(flash, for: session.id) }
        return PageWriter.redirect(to: address)
    }
}

/// Writes pages, for whoever is signed in and for nobody.
struct PageWriter: Sendable {
    let dashboard: Dashboard

    /// A page with the headers that every page has.
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

    /// A page that says what is wrong; `call` is `nil` where nobody is signed in.
    func problem(_ problem: Problem, _ call: PageCall?) -> Response {
        let content = ProblemContent(title: problem.title, detail: problem.detail)
        let status = HTTPResponse.Status(code: problem.status, reasonPhrase: problem.title)
        var response =
            call?.shows("problem", title: problem.title, in: nil, content, status: status)
            ?? response("problem", PageFrame(title: problem.title, files: dashboard.files), content, status: status)
        if let seconds = problem.retryAfterSeconds { response.headers[.retryAfter] = "\(seconds)" }
        return response
    }

    /// Sends the browser on, with `GET`.
    static func redirect(to address: String) -> Response {
        Response(status: .seeOther, headers: [.location: address, .cacheControl: "no-store"])
    }

    private struct ProblemContent {
        let title: String
        let detail: String
    }
}

extension PageFrame {
    /// Makes the frame of a page.
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
