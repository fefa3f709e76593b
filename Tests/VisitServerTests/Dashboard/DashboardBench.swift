import Foundation
import HTTPTypes
import Testing
import VisitModel
import VisitPipeline
import VisitStore

@testable import VisitServer

/// A service's pages, looked at as a browser does that keeps cookies and follows no links.
final class DashboardBench {
    let scene: ServiceScene
    /// The cookies by name.
    private(set) var cookies: [String: String] = [:]
    private var service: VisitService { scene.service }

    /// Makes a browser that is not signed in yet.
    init(_ scene: ServiceScene) {
        self.scene = scene
    }

    /// Makes a browser that is signed in.
    convenience init(_ scene: ServiceScene, as role: TokenRole) async throws {
        self.init(scene)
        let answer = try await signIn(scene.token(role).text)
        try #require(answer.status == 303, "\(answer.text)")
    }

    /// Opens a page.
    func open(_ path: String, headers: [String: String] = [:]) async throws -> ServiceScene.Response {
        try await ask(.get, path, headers: headers)
    }

    /// Sends a form, with the code of the page where it stands.
    ///
    /// - Parameters:
    ///   - path: where to.
    ///   - fields: what was filled in.
    ///   - page: where the form stands; `nil` sends none of our codes.
    ///   - type: what the browser wants for an answer.
    /// - Returns: the answer.
    /// - Throws: what keeps the page from being opened.
    func send(
        _ path: String,
        _ fields: [String: String] = [:],
        from page: String?,
        accepting type: String = "text/html"
    ) async throws -> ServiceScene.Response {
        var fields = fields
        if let page { fields["form_token"] = try Self.formToken(await open(page).text) }
        let body = fields.map { "\($0.key)=\(DashboardLink.quoted($0.value))" }.joined(separator: "&")
        return try await ask(
            .post,
            path,
            headers: ["Content-Type": "application/x-www-form-urlencoded", "Accept": type],
            body: Array(body.utf8)
        )
    }

    /// Sends a form whose fields are encoded already, as one with several values of a field.
    func sendRaw(
        _ path: String,
        _ body: String,
        from page: String,
        accepting type: String = "text/html"
    ) async throws -> ServiceScene.Response {
        let token = try Self.formToken(await open(page).text)
        return try await ask(
            .post,
            path,
            headers: ["Content-Type": "application/x-www-form-urlencoded", "Accept": type],
            body: Array("\(body)&form_token=\(DashboardLink.quoted(token))".utf8)
        )
    }

    /// Sends a form with a file, as it stands on the page of the same address.
    func upload(
        _ path: String,
        _ fields: [String: String] = [:],
        file: String,
        name: String
    ) async throws -> ServiceScene.Response {
        let token = try Self.formToken(await open(path).text)
        let boundary = "----footfall7MA4YWxkTrZu0gW"
        var body = ""
        for (field, value) in ["form_token": token].merging(fields, uniquingKeysWith: { $1 }) {
            body += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(field)\"\r\n\r\n\(value)\r\n"
        }
        body += "--\(boundary)\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(name)\"\r\n"
        body += "Content-Type: text/csv\r\n\r\n\(file)\r\n--\(boundary)--\r\n"
        return try await ask(
            .post,
            path,
            headers: ["Content-Type": "multipart/form-data; boundary=\(boundary)"],
            body: Array(body.utf8)
        )
    }

    /// Signs in as a person does.
    @discardableResult
    func signIn(_ token: String, next: String? = nil) async throws -> ServiceScene.Response {
        try await send("/sign-in", ["token": token, "next": next ?? "/"], from: "/sign-in")
    }

    /// Forgets a cookie, or sets it.
    func setCookie(_ name: String, _ value: String?) { cookies[name] = value }

    /// The code that stands in a page's forms.
    static func formToken(_ page: String) throws -> String {
        let start = try #require(page.range(of: #"name="form_token" value=""#))
        return String(page[start.upperBound...].prefix { $0 != "\"" })
    }

    private func ask(
        _ method: HTTPRequest.Method,
        _ path: String,
        headers: [String: String] = [:],
        body: [UInt8] = []
    ) async throws -> ServiceScene.Response {
        var headers = ["Accept": "text/html,application/xhtml+xml,*/*;q=0.8"].merging(headers) { $1 }
        if !cookies.isEmpty {
            headers["Cookie"] = cookies.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "; ")
        }
        let answer = try await scene.ask(method, path, body: body, headers: headers)
        for field in answer.headers[values: .setCookie] {
            let parts = try #require(field.split(separator: ";").first).split(
                separator: "=",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            cookies[String(parts[0])] = parts[1].isEmpty ? nil : String(parts[1])
        }
        return answer
    }
}

extension ServiceScene.Response {
    /// Where the browser is sent.
    var location: String? { headers[.location] }
}

extension ServiceScene {
    /// Texts that would do harm if they were taken for HTML; the last has a character of its own at each mark.
    static let hostileTexts = [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onmouseover='alert(1)", "</script><b>",
        "\"\u{301} onfocus=alert(1) autofocus <\u{301}b>", "{{frame.title}} {{{page}}}", "&lt;i&gt;",
    ]

    /// Puts a facility in.
    func addFacility(_ id: String, name: String = "", east: Double = 0, city: String = "") throws {
        _ = try store.facilities.save(
            Facility(
                id: FacilityID(id),
                name: name,
                address: PostalAddress(street: name, city: city),
                geofence: .circle(center: Self.coordinate(east: east), radius: .standard)
            ),
            effectiveFrom: Self.start.advanced(bySeconds: -86_400),
            observedAt: now
        )
        _ = try live.refreshPlaces()
    }

    /// Sends a phone's fixes, a minute apart up to now, from a point.
    func post(device: String, member: String? = nil, minutes: Int, east: Double = 0) async throws {
        let place = try Self.coordinate(east: east)
        let fixes = (0..<minutes).map { minute -> [String: Any] in
            let time = now.advanced(bySeconds: Double(minute - minutes + 1) * 60).iso8601
            return ["time": time, "lat": place.latitude, "lon": place.longitude, "accuracy": 10]
        }
        var document: [String: Any] = ["device": device, "fixes": fixes]
        if let member { document["member"] = member }
        let body = try JSONSerialization.data(withJSONObject: document)
        let answer = try await ask(
            .post,
            "/v1/fixes",
            token(.ingest),
            body: Array(body),
            headers: ["Content-Type": "application/json"]
        )
        try #require(answer.status == 200, "\(answer.text)")
    }
}
