import Foundation
import HTTPTypes
import Interchange
import Testing
import VisitModel
import VisitPipeline
import VisitStore

@testable import VisitServer

/// A service over a temporary database with the sample's facilities and members, and a token for each kind of caller.
struct ServiceBench {
    /// The kinds of callers.
    enum Caller: String, CaseIterable {
        case nobody, read, ingest
        /// A token bound to one phone.
        case device
        case admin
    }

    /// A response.
    struct Response {
        let status: Int
        let type: String?
        let bytes: [UInt8]

        var json: JSONTree {
            get throws { try JSONTree(bytes) }
        }
    }

    /// The bench's time: the end of the sample's month.
    static let now = Timestamp(milliseconds: 1_712_300_000_000)
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    let store: VisitStore
    let live: LiveIngest
    let service: VisitService
    /// The service's routes, built once as in a service that listens.
    let responder: ServiceScene.Responder
    private let tokens: [Caller: String]

    /// Creates a service over the sample.
    ///
    /// - Parameters:
    ///   - tracks: files of the sample that are replayed first.
    ///   - webhooks: the sender of webhooks; `nil` for a service without webhooks.
    /// - Throws: an error of loading the sample.
    init(tracks: [String] = [], webhooks: StubSender? = nil) throws {
        store = try VisitStore.temporary()
        let folder = Self.root.appending(path: "data")
        let early = Timestamp(milliseconds: 1_704_067_200_000)
        _ = try store.importFacilities(
            from: folder.appending(path: "facilities.csv").path,
            options: FacilityImportOptions(effectiveFrom: early)
        )
        _ = try store.importMembers(
            from: folder.appending(path: "members.csv").path,
            options: MemberImportOptions(observedAt: early)
        )
        if !tracks.isEmpty {
            let files = tracks.map { folder.appending(path: "tracks/\($0)").path }
            _ = try VisitPipeline(store: store).replay(files, observedAt: Self.now)
        }
        live = try LiveIngest(store: store, now: { Self.now })
        let office = webhooks.map { [store] sender in
            let key = WebhookKeyFile(besideDatabase: store.path)
            return WebhookAdministration(endpoints: WebhookEndpoints(store: store, keyFile: key), transport: sender)
        }
        service = VisitService(
            live: live,
            worker: nil,
            webhooks: office,
            options: ServiceOptions(),
            now: { Self.now }
        )
        responder = service.responder()
        var tokens: [Caller: String] = [:]
        for caller in Caller.allCases where caller != .nobody {
            tokens[caller] = try Self.token(
                caller == .device ? .ingest : TokenRole(rawValue: caller.rawValue) ?? .read,
                device: caller == .device ? DeviceID("android-1001") : nil,
                in: store
            )
        }
        self.tokens = tokens
    }

    /// Creates a token.
    static func token(
        _ role: TokenRole,
        member: MemberID? = nil,
        device: DeviceID? = nil,
        environment: ProjectEnvironment = .live,
        in store: VisitStore
    ) throws -> String {
        var generator = SystemRandomNumberGenerator()
        let token = AccessToken(using: &generator)
        try store.accessTokens.add(
            AccessTokenRecord(
                id: token.id,
                note: "",
                role: role,
                member: member,
                device: device,
                environment: environment,
                digest: token.digest,
                createdAt: now
            )
        )
        return token.text
    }

    /// Sends a request.
    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        as caller: Caller = .admin,
        token: String? = nil,
        type: String = "application/json",
        _ body: String? = nil
    ) async throws -> Response {
        var headers = ["Content-Type": type]
        if let token = token ?? tokens[caller] { headers["Authorization"] = "Bearer \(token)" }
        let answer = try await ServiceScene.ask(
            responder,
            method,
            path,
            body: Array((body ?? "").utf8),
            headers: headers
        )
        return Response(status: answer.status, type: answer.headers[.contentType], bytes: answer.bytes)
    }

    /// Sends a request, and validates the response against the OpenAPI document.
    ///
    /// - Returns: the response's document; null where it has none.
    @discardableResult
    func call(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ status: Int = 200,
        as caller: Caller = .admin,
        type: String = "application/json",
        _ body: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> JSONTree {
        let answer = try await send(method, path, as: caller, type: type, body)
        let text = String(decoding: answer.bytes, as: UTF8.self)
        #expect(answer.status == status, "\(method) \(path): \(text)", sourceLocation: sourceLocation)
        let faults = try OpenAPICheck().faults(of: answer, to: method, path)
        #expect(faults == [], "\(method) \(path): \(text.prefix(500))", sourceLocation: sourceLocation)
        return answer.type?.contains("json") == true ? try answer.json : .null
    }
}
