internal import WireJSON
internal import VisitModel

/// The request for new tokens (Transistor types, AuthorizationConfig; JSON: the vendor's Android change log, 4.0.23).
public struct TokenRequest: Sendable {
    /// The placeholder for the access token in `refreshHeaders`.
    static let accessTokenTag = "{accessToken}"

    private let config: TrackingConfig

    /// Creates a request from a configuration, of which it uses the group `authorization`.
    public init(_ config: TrackingConfig) { self.config = config }

    /// The request; `nil` where the address, the token or its fields are missing, or the address is invalid.
    ///
    /// It is a POST with a form body, or with JSON where `refreshHeaders` sets that content type.
    public func request(id: Int) -> UploadRequest? {
        guard config.canRefreshToken, let url = config.authorization.refreshUrl, UploadAddress.isValid(url) else {
            return nil
        }
        let isJSON = sendsJSON
        var headers = RequestHeaders()
        headers.set("Content-Type", isJSON ? "application/json" : "application/x-www-form-urlencoded")
        headers.set(ownHeaders)
        return UploadRequest(
            id: id,
            purpose: .tokens,
            url: url,
            method: .post,
            headers: headers.byName,
            body: isJSON ? jsonBody : formBody,
            timeout: config.requestTimeoutDuration,
            records: []
        )
    }

    /// Without configured headers the access token as `Bearer`; an empty object sends none.
    private var ownHeaders: [String: String] {
        let token = config.authorization.accessToken ?? ""
        guard let headers = config.authorization.refreshHeaders else {
            return token.isEmpty ? [:] : ["Authorization": "Bearer \(token)"]
        }
        return headers.mapValues { $0.replacing(Self.accessTokenTag, with: token) }
    }

    private var sendsJSON: Bool {
        (config.authorization.refreshHeaders ?? [:]).contains { name, value in
            name.lowercased() == "content-type" && value.lowercased().contains("application/json")
        }
    }

    /// The fields with the token inserted, in the order of their names.
    private var fields: [(key: String, value: String)] {
        let token = config.authorization.refreshToken ?? ""
        return config.authorization.refreshPayload
            .map { ($0.key, $0.value.replacing(AuthorizationConfig.refreshTokenTag, with: token)) }
            .sorted { $0.0 < $1.0 }
    }

    private var jsonBody: [UInt8] {
        var json = JSONBytes()
        json.object { json in
            for field in fields {
                json.key(field.key)
                json.text(field.value)
            }
        }
        return json.bytes
    }

    private var formBody: [UInt8] {
        Array(fields.map { "\(Self.formEncoded($0.key))=\(Self.formEncoded($0.value))" }.joined(separator: "&").utf8)
    }

    /// Encodes a name or value of a form (WHATWG, URL, "application/x-www-form-urlencoded serializing").
    static func formEncoded(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"):
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            case UInt8(ascii: " "): encoded += "+"
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
        return encoded
    }
}
