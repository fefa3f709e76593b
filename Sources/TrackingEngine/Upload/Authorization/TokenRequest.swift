import WireJSON
import VisitModel

/// How new tokens are asked for.
///
/// Transistor types, AuthorizationConfig; the vendor's change log for Android, 4.0.23 (JSON).
public struct TokenRequest: Sendable {
    /// The text in `refreshHeaders` that stands for the access token.
    static let accessTokenTag = "{accessToken}"

    private let config: TrackingConfig

    /// Takes a configuration.
    ///
    /// - Parameter config: its group `authorization` is looked at.
    public init(_ config: TrackingConfig) {
        self.config = config
    }

    /// Makes the request.
    ///
    /// It is a POST: of a form, or of JSON where `refreshHeaders` names that as the kind of the body.
    ///
    /// - Parameter id: its number.
    /// - Returns: the request, or `nil` where the address, the token or the fields for it are not set or the address is
    ///   none.
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

    /// The headers that were set; unset, the access token as `Bearer`.
    ///
    /// An empty object sends none.
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

    /// The fields with the token in them, in the order of their names.
    private var fields: [(key: String, value: String)] {
        let token = config.authorization.refreshToken ?? ""
        return config.authorization.refreshPayload
            .map { ($0.key, $0.value.replacing(AuthorizationConfig.refreshTokenTag, with: token)) }
            .sorted { $0.0 < $1.0 }
    }

    private var jsonBody: [UInt8] {
        var json = JSONBytes()
        json.openObject()
        for field in fields {
            json.key(field.key)
            json.text(field.value)
        }
        json.closeObject()
        return json.bytes
    }

    private var formBody: [UInt8] {
        Array(fields.map { "\(Self.formEncoded($0.key))=\(Self.formEncoded($0.value))" }.joined(separator: "&").utf8)
    }

    /// A name or value of a form (WHATWG, URL, "application/x-www-form-urlencoded serializing").
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
