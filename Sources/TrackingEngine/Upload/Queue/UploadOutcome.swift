/// The reason why an upload failed, with the SDK's raw values (Transistor headers, TSHttpErrorCodes).
public enum UploadFailure: Int, Hashable, Sendable, CaseIterable {
    /// `HttpConfig.url` is no valid address.
    case invalidURL = 1
    /// There is no network, or no response arrived.
    case network = 2
    /// Another upload is in progress.
    case syncInProgress = 3
    /// The server's response is neither a success nor a redirect.
    case response = 4
    /// The server's response is a redirect.
    case redirect = 5

    /// The failure that an HTTP status stands for; `nil` for 200 to 299.
    init?(status: Int) {
        switch status {
        case 200...299: return nil
        case 300...399: self = .redirect
        default: self = .response
        }
    }
}

extension UploadFailure: CustomStringConvertible {
    /// A sentence for the user: what went wrong and what to do.
    public var description: String {
        switch self {
        case .invalidURL: "http.url is not an http or https address"
        case .network: "the server can't be reached; the records stay stored"
        case .syncInProgress: "an upload is in progress; wait for its end"
        case .response: "the server rejected the records; they stay stored"
        case .redirect: "the server redirected to another address; set it as http.url"
        }
    }
}

/// The result of a request as the connection reports it.
public enum UploadResult: Hashable, Sendable {
    /// A response of the server, with its unmodified body.
    case response(status: Int, body: [UInt8])
    /// No response arrived; the reason is a text for the user.
    case failure(String)
}

/// The response to an upload as the app receives it (Transistor, BGGeo.onHttp).
public struct HttpEvent: Hashable, Sendable {
    /// The HTTP status; 0 where no response arrived.
    public let statusCode: Int
    /// Whether the status is 200 to 299.
    public let isSuccess: Bool
    /// The body of the response, or the reason why there is none.
    public let responseText: String

    /// Creates an event from the result of a request.
    public init(_ answer: UploadResult) {
        switch answer {
        case .response(let status, let body):
            statusCode = status
            isSuccess = UploadFailure(status: status) == nil
            responseText = String(decoding: body, as: UTF8.self)
        case .failure(let reason): (statusCode, isSuccess, responseText) = (0, false, reason)
        }
    }
}

/// The result of an upload that the app requested (`sync`).
public enum SyncOutcome: Hashable, Sendable {
    /// Every waiting record was sent; the records are in the order in which they were sent.
    case sent([UploadRecord])
    /// The upload ended early; records sent until then are deleted, the others stay stored.
    case failed(UploadFailure)
}
