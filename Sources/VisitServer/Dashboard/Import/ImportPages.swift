internal import HTTPTypes
internal import Hummingbird
internal import Interchange
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// The pages for importing files of facilities and members: upload, trial, report by line, import.
struct ImportPages: Sendable {
    let authentication: DashboardAuthentication

    var all: [Endpoint] {
        [
            authentication.page(.get, "/import", .admin) { showForm($0) },
            authentication.page(
                .post,
                "/import",
                .admin,
                fields: ["kind", "zone", "columns", "replace", "strict", "groups_from"],
                limits: authentication.parts.fileLimits
            ) { try await tryOut($0) },
            authentication.page(.post, "/import/confirm", .admin, fields: ["upload"]) { try await confirm($0) },
        ]
    }

    private struct FormContent {
        let problem: String?
        let zone: String
        let columns: String
        let groupsFrom: String
        let isOfMembers: Bool
        let isStrict: Bool
        let replaces: Bool
        let limit: String
    }

    private func showForm(_ page: PageCall, problem: Problem? = nil) -> Response {
        let form = page.form
        let content = FormContent(
            problem: problem?.detail,
            zone: form["zone"] ?? "",
            columns: form["columns"] ?? "",
            groupsFrom: form["groups_from"] ?? "",
            isOfMembers: form["kind"] == PendingImport.Kind.members.rawValue,
            isStrict: form["strict"] != nil,
            replaces: form["replace"] != nil,
            limit: "\(max(1, authentication.parts.fileLimits.packed >> 20)) MB"
        )
        return page.shows("import", title: "Import", in: .imports, content, uses: [.pages, .imports], problem: problem)
    }

    private func tryOut(_ page: PageCall) async throws -> Response {
        let (now, form) = (authentication.parts.now(), page.form)
        guard let file = form.file, !file.bytes.isEmpty else {
            return showForm(page, problem: .invalid("Choose a file first; it must not be empty."))
        }
        do {
            let pending = PendingImport(
                id: Dashboard.newID(),
                kind: form["kind"].flatMap(PendingImport.Kind.init) ?? .facilities,
                file: file,
                isStrict: form["strict"] != nil,
                replaces: form["replace"] != nil,
                timeZone: try form["zone"].map { text in
                    try PlainText.valid("zone") { () throws(ValidationError) in try TimeZoneName(text) }
                },
                groupsFrom: try form["groups_from"].flatMap { text in
                    guard !text.isEmpty else { return nil }
                    guard let day = CivilDate(text: text) else {
                        throw Problem.invalid("`\(text)` is not a day, expected for instance 2024-03-05.")
                    }
                    return day
                },
                columns: try (form["columns"] ?? "").split(whereSeparator: \.isNewline).prefix(50).map {
                    try PlainText.checked(String($0), "columns")
                },
                at: now
            )
            let report = try await authentication.parts.reader.read { try pending.run($0, isDryRun: true, at: now) }
            authentication.dashboard.uploads.store(pending, for: page.session.id)
            return page.shows(
                "import-report",
                title: "Import of \(file.name)",
                in: .imports,
                ImportContent(report, pending),
                uses: [.pages]
            )
        } catch {
            return showForm(page, problem: try Problem(ofForm: error))
        }
    }

    private func confirm(_ page: PageCall) async throws -> Response {
        let (now, live) = (authentication.parts.now(), authentication.parts.live)
        guard let id = page.form["upload"],
            let pending = authentication.dashboard.uploads.remove(id, of: page.session.id, at: now)
        else {
            return page.goes(
                to: "/import",
                saying: PageFlash(.failed, "The file is no longer cached. Send it again.")
            )
        }
        let report = try await authentication.parts.reader.read { store in
            let report = try pending.run(store, isDryRun: false, at: now)
            _ = try live.refreshPlaces()
            return report
        }
        guard report.outcome == .imported else {
            return page.goes(
                to: "/import",
                saying: PageFlash(
                    .failed,
                    "Nothing was written: no row is usable, or one is unusable and strict mode is on."
                )
            )
        }
        let words = ImportContent.Number.all(report).filter { $0.isChange && $0.number != "0" }
            .map { "\($0.name.lowercased()): \($0.number)" }
        return page.goes(
            to: pending.kind == .facilities ? "/facilities" : "/members",
            saying: PageFlash(
                .done,
                "`\(pending.file.name)` is imported. "
                    + (words.isEmpty ? "It changed nothing." : words.joined(separator: ", ") + ".")
            )
        )
    }
}
