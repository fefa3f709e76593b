internal import TrackingModel
import WireJSON

/// How records are put into a request.
///
/// Transistor types, HttpConfig; Transistor, HTTP guide.
public struct UploadEnvelope: Sendable {
    /// The `rootProperty` that puts the record at the root.
    public static let rootItself = "."

    private let config: TrackingConfig

    /// Takes a configuration.
    ///
    /// - Parameter config: its groups `http` and `authorization` are looked at.
    public init(_ config: TrackingConfig) {
        self.config = config
    }

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - id: its number.
    ///   - records: one or more, in the order in which they stand in it; without `HttpConfig.batchSync` one.
    /// - Returns: the request.
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

    /// The headers: the kind of the body, those of the app, and the token, which wins over a header of the app's.
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

    /// Puts records and `HttpConfig.params` into one JSON value.
    ///
    /// With `batchSync` the records are a list, also when there is one. At the root (`rootProperty` is a full stop) an
    /// object's members stand beside the params; a list leaves no place for them, and they are lost. Where a param has the
    /// name of something measured, what was measured stays.
    ///
    /// - Parameter records: one or more.
    /// - Returns: JSON in UTF-8.
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
    /// The value of the header `Authorization`.
    ///
    /// - Parameter token: the access token.
    /// - Returns: `Bearer` and the token, or for SAS the token alone.
    public func headerValue(_ token: String) -> String {
        switch self {
        case .jwt: "Bearer \(token)"
        case .sas: token
        }
    }
}
