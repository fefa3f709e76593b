internal import TrackingModel
internal import Foundation
internal import WireJSON

/// The format of upload requests (Transistor types, HttpConfig; Transistor, HTTP guide).
public struct UploadEnvelope: Sendable {
    /// The `rootProperty` that puts the record at the root.
    public static let rootItself = "."

    private let config: TrackingConfig

    /// Creates an envelope from a configuration, of which it uses the groups `http` and `authorization`.
    public init(_ config: TrackingConfig) { self.config = config }

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
        json.list(of: records) { $0.verbatim($1.json) }
        return json.bytes
    }

    private func wrapped(_ content: [UInt8]) -> [UInt8] {
        var json = JSONBytes()
        json.object { json in
            json.key(config.http.rootProperty)
            json.verbatim(content)
            json.members(config.http.params.filter { $0.key != config.http.rootProperty })
        }
        return json.bytes
    }

    private func merged(_ content: [UInt8], _ outline: JSONOutline) -> [UInt8] {
        let taken = Set(outline.members.map { outline.key(of: $0, in: content) })
        var json = JSONBytes()
        json.object { json in
            for member in outline.members { json.verbatim(content[member.all]) }
            json.members(config.http.params.filter { !taken.contains($0.key) })
        }
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

/// A stored record, kept until a server has accepted it.
public struct UploadRecord: Hashable, Sendable, Codable {
    /// The identifier by which it is deleted or unlocked, and by which a server deduplicates.
    public let uuid: String
    /// The record as `RecordWriting` encoded it: one JSON value in UTF-8.
    public let json: [UInt8]

    /// Creates a record from its identifier and one JSON value in UTF-8.
    public init(uuid: String, json: [UInt8]) {
        self.uuid = uuid
        self.json = json
    }
}

/// One request that the phone makes for its app.
public struct UploadRequest: Hashable, Sendable, Identifiable {
    /// The purpose of a request.
    public enum Purpose: String, Hashable, Sendable, CaseIterable {
        /// Uploads records to `HttpConfig.url`.
        case records
        /// Requests new tokens from `AuthorizationConfig.refreshUrl`.
        case tokens
    }

    /// The request's number since the launch, which identifies its answer.
    public let id: Int
    /// The purpose.
    public let purpose: Purpose
    /// The destination; an http or https address.
    public let url: String
    /// The method.
    public let method: HttpMethod
    /// The headers by name; names are unique regardless of case.
    public let headers: [String: String]
    /// The body in UTF-8.
    public let body: [UInt8]
    /// The time after which it has failed.
    public let timeout: Duration
    /// The identifiers of the records in it, in their order.
    public let records: [String]
}

/// The headers of a request under construction.
///
/// Names are case-insensitive (RFC 9110, section 5.1): a header that is set twice has the later value, under the later
/// spelling.
struct RequestHeaders {
    private var headers: [String: (name: String, value: String)] = [:]

    /// Leaves an invalid name out and turns line breaks of a value into spaces: neither may reach the connection (RFC
    /// 9110, sections 5.1 and 5.5).
    mutating func set(_ name: String, _ value: String) {
        guard !name.isEmpty, name.utf8.allSatisfy(Self.isTokenCharacter) else { return }
        let scalars = value.unicodeScalars.map { $0 == "\r" || $0 == "\n" || $0 == "\0" ? " " : $0 }
        var line = String.UnicodeScalarView()
        line.append(contentsOf: scalars)
        headers[name.lowercased()] = (name, String(line))
    }

    /// Sets several headers, in the order of their names.
    mutating func set(_ headers: [String: String]) {
        for (name, value) in headers.sorted(by: { $0.key < $1.key }) { set(name, value) }
    }

    /// The headers under the names with which they were last set.
    var byName: [String: String] {
        Dictionary(headers.values.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    /// RFC 9110, section 5.6.2.
    private static func isTokenCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}

enum UploadAddress {
    /// Http or https with a host; if not, the SDK's error code is 1 (Transistor headers, TSHttpErrorCodes).
    static func isValid(_ text: String) -> Bool {
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased() else { return false }
        return ["http", "https"].contains(scheme) && !(url.host() ?? "").isEmpty
    }
}
