internal import CQREncode
internal import HTTPTypes
internal import Hummingbird
internal import VisitModel
internal import VisitStore

struct SetupPages: Sendable {
    let authentication: DashboardAuthentication

    /// Shown until a token is made.
    private static let placeholder = "TOKEN"

    var all: [Endpoint] {
        [
            authentication.page(.get, "/setup", .read) { page in
                let call = page.call
                return try show(
                    page,
                    app: call.choice("app") ?? .ownTracks,
                    address: call.text("address"),
                    member: call.text("member"),
                    device: call.text("device")
                )
            },
            authentication.page(.post, "/setup", .admin, fields: ["app", "address", "member", "device", "platform"]) {
                try await make($0)
            },
            authentication.page(.get, "/setup/{token}/first-fix", .read, recording: .read) { try await firstFix($0) },
        ]
    }

    private struct Content {
        let app: String
        let name: String
        let hint: String
        let apps: [Choice]
        let address: String
        let isLocal: Bool
        let member: String
        let device: String
        let platforms: [Option]
        let settings: [SetupValues.Setting]
        let hasToken: Bool
        /// Says what has been received with the token.
        let firstFixAddress: String?
        let bound: String?
        let link: String?
        let code: QRCode?
        let problem: String?
    }

    private struct Option {
        let value: String
        let name: String
        let isChosen: Bool
    }

    private struct Choice {
        let name: String
        let address: String
        let isChosen: Bool
    }

    private func show(
        _ page: PageCall,
        app: SetupApp,
        address: String?,
        member: String?,
        device: String?,
        platform: String? = nil,
        token: AccessToken? = nil,
        knownFixes: Int? = nil,
        problem: Problem? = nil
    ) throws -> Response {
        let base = try address.map(Self.base) ?? guess(page.call)
        let values = SetupValues(
            base: base,
            token: token?.text ?? Self.placeholder,
            member: member,
            device: device
        )
        let link = token == nil ? nil : values.link(for: app)
        let host = base.split(separator: "/").dropFirst().first.map(String.init) ?? ""
        let bound = [member.map { "member \($0)" }, device.map { "phone \($0)" }].compactMap(\.self)
        let content = Content(
            app: app.rawValue,
            name: app.name,
            hint: app.hint,
            apps: SetupApp.allCases.map { other in
                Choice(
                    name: other.name,
                    address: DashboardLink.query(
                        "/setup",
                        ["app": other.rawValue, "address": address, "member": member, "device": device]
                    ),
                    isChosen: other == app
                )
            },
            address: base,
            isLocal: ["127.", "localhost", "[::1]"].contains { host.hasPrefix($0) },
            member: member ?? "",
            device: device ?? "",
            platforms: [("", "choose"), ("ios", "iOS"), ("android", "Android"), ("unknown", "unknown")].map {
                Option(value: $0.0, name: $0.1, isChosen: $0.0 == platform ?? "")
            },
            settings: values.settings(of: app),
            hasToken: token != nil,
            firstFixAddress: knownFixes.flatMap { known in
                token.map { DashboardLink.query("/setup/\($0.id)/first-fix", ["fixes": String(known)]) }
            },
            bound: bound.isEmpty ? nil : bound.joined(separator: " and "),
            link: link,
            code: link.flatMap { QRCode($0) },
            problem: problem?.detail
        )
        let files: [DashboardFiles.Name] = token == nil ? [.pages] : [.pages, .setup]
        return page.shows("setup", title: "Set up a phone", in: .setup, content, uses: files, problem: problem)
    }

    private func make(_ page: PageCall) async throws -> Response {
        let form = page.form
        let app = form["app"].flatMap(SetupApp.init) ?? .ownTracks
        let (address, now) = (form["address"], authentication.parts.now())
        do {
            _ = try address.map(Self.base)
            guard let platform = form["platform"], platform == "unknown" || Platform(rawValue: platform) != nil else {
                throw Problem.invalid(
                    "Choose the phone's platform: it sets the limit of geofences.",
                    field: "platform"
                )
            }
            let body = TokenBody(
                role: .ingest,
                note: "\(app.name), created on the set-up page",
                member: form["member"],
                device: form["device"],
                platform: Platform(rawValue: platform),
                expiresInDays: nil
            )
            let (token, record) = try body.newToken(at: now)
            let known = try await authentication.parts.reader.read { store in
                if let device = record.device, let owner = try store.devices.find(device)?.device.member,
                    let member = record.member, member != owner
                {
                    throw Problem.invalid("The phone `\(device)` belongs to the member `\(owner)`.", field: "device")
                }
                try store.accessTokens.add(record)
                return try FirstFix.knownFixes(of: record, in: store)
            }
            return try show(
                page,
                app: app,
                address: address,
                member: record.member?.text,
                device: record.device?.text,
                platform: platform,
                token: token,
                knownFixes: known
            )
        } catch let problem as Problem {
            return try show(
                page,
                app: app,
                address: (try? address.map(Self.base)) ?? nil,
                member: form["member"],
                device: form["device"],
                platform: form["platform"],
                problem: problem
            )
        }
    }

    private func firstFix(_ page: PageCall) async throws -> Response {
        let id: TokenID = try page.call.pathIdentifier("token")
        let now = authentication.parts.now()
        let known = try page.call.query("fixes", default: 0, in: 0...Int.max)
        let answer = try await authentication.parts.reader.read { store in
            guard let token = try store.accessTokens.find(id) else {
                throw Problem.notFound("there is no token `\(id)`")
            }
            return try FirstFix(token: token, knownFixes: known, in: store, clock: PageClock(store, at: now))
        }
        return .json(answer, headers: [.cacheControl: "no-store"])
    }

    /// The address of the service as the browser uses it.
    private func guess(_ call: ServiceCall) -> String {
        let scheme = authentication.dashboard.isSecure(call) ? "https" : "http"
        return "\(scheme)://\(call.request.head.authority ?? "localhost")"
    }

    /// Validates the address at which phones reach the service.
    private static func base(_ text: String) throws -> String {
        let isWeb = text.hasPrefix("https://") || text.hasPrefix("http://")
        let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"<>\"'`\\?#".utf8.contains($0) }
        guard isWeb, isPlain, text.utf8.count <= 300, text.split(separator: "/").count >= 2 else {
            throw Problem.invalid(
                """
                The address must be the one at which phones reach this service, for instance \
                https://footfall.example.org.
                """,
                field: "address"
            )
        }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }
}

/// A QR code (ISO/IEC 18004) of a text, made by libqrencode.
struct QRCode: Sendable {
    /// The width in modules, including the quiet zone of four on each side.
    let size: Int
    /// The dark modules as an SVG path.
    let path: String

    private static let quiet = 4

    /// `nil` where the text is too long (2,331 bytes at this level of correction).
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty, let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M) else {
            return nil
        }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        guard let modules = code.pointee.data else { return nil }
        // A run of dark modules is one piece of the path; the lowest bit of a module is set where it is dark.
        var path = ""
        for row in 0..<width {
            var column = 0
            while column < width {
                let start = column
                while column < width, modules[row * width + column] & 1 == 1 { column += 1 }
                if column > start {
                    path += "M\(start + Self.quiet) \(row + Self.quiet)h\(column - start)v1h-\(column - start)z"
                }
                column += 1
            }
        }
        self.path = path
        size = width + 2 * Self.quiet
    }
}
