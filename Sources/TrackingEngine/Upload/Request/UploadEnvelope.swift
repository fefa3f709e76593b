internal import TrackingModel
import WireJSON
/// The format of upload requests.
///
/// Transistor types, HttpConfig; Transistor, HTTP guide.
public struct UploadEnvelope: Sendable {
    /// The `rootProperty` that puts the record at the root.
    public static let rootItself = "."

    private let config: TrackingConfig

    /// Creates an envelope from a configuration, of which it uses the groups `http` and `authorization`.
    public init(_ config: TrackingConfig) {
        self.config = config
    }

    /// Creates a request from one or more records in their order; without `HttpConfig.batchSync` from exactly one.
    public func request(id: Int, records: [UploadRecord]) -> UploadRequest {
        UploadRequest(
            id: id,
            purpose: .records,
            url: config.http.url,
            method: config.http.method,
            headers: headers,
            body: body(of: records),
            timeout: config.requestTimeoutDuration,
            records: records.map(\.uuid)
        )
    }

    /// The headers: the content type, those of the app, and the token, which overrides a header of the app's.
    ///
    /// Transistor types, AuthorizationConfig.strategy.
    public var headers: [String: String] {
        var headers = RequestHeaders()
        headers.set("Content-Type", "application/json")
        headers.set(config.http.headers)
        if let token = config.authorization.accessToken, !token.isEmpty {
            headers.set("Authorization", config.authorization.strategy.headerValue(token))
        }
        return headers.byName
    }

    /// Combines one or more records and `HttpConfig.params` into one JSON value in UTF-8.
    ///
    /// With `batchSync` the records are a list, even if there is only one. At the root (`rootProperty` is a full stop)
    /// an object's members stand beside the params; a list has no place for them, and they are dropped. Where a param
    /// has the name of a recorded member, the recorded value takes precedence.
    public func body(of records: [UploadRecord]) -> [UInt8] {
        let content = config.http.batchSync ? list(records) : records.first?.json ?? Array("{}".utf8)
        let isAtRoot = config.http.rootProperty == Self.rootItself
        guard isAtRoot else { return wrapped(content) }
        guard !config.http.params.isEmpty, let outline = try? JSONOutline(content), outline.kind == .object else {
            return content
        }
        return merged(content, outline)
    }

    private func list(_ records: [UploadRecord]) -> [UInt8] {
        var json = JSONBytes()
        json.openList()
        for record in records { json.verbatim(record.json) }
        json.closeList()
        return json.bytes
    }

    private func wrapped(_ content: [UInt8]) -> [UInt8] {
        var json = JSONBytes()
        json.openObject()
        json.key(config.http.rootProperty)
        json.verbatim(content)
        json.members(config.http.params.filter { $0.key != config.http.rootProperty })
        json.closeObject()
        return json.bytes
    }

    private func merged(_ content: [UInt8], _ outline: JSONOutline) -> [UInt8] {
        let taken = Set(outline.members.map { outline.key(of: $0, in: content) })
        var json = JSONBytes()
        json.openObject()
        for member in outline.members { json.verbatim(content[member.all]) }
        json.members(config.http.params.filter { !taken.contains($0.key) })
        json.closeObject()
        return json.bytes
    }
}

extension AuthorizationStrategy {
    /// The value of the header `Authorization`: `Bearer` and the token, or for SAS the token alone.
    public func headerValue(_ token: String) -> String {
        switch self {
        case .jwt: "Bearer \(token)"
        case .sas: token
        }
    }
}
