/// Why an upload failed, by the number that the SDK has for it.
///
/// Transistor headers, TSHttpErrorCodes.
public enum UploadFailure: Int, Hashable, Sendable, CaseIterable {
    /// `HttpConfig.url` is no address.
    case invalidURL = 1
    /// There is no network, or no answer came.
    case network = 2
    /// Another upload is under way.
    case syncInProgress = 3
    /// The server answered with something else than success.
    case response = 4
    /// The server answered that the address is another one.
    case redirect = 5

    /// The failure that a status stands for; `nil` for 200 to 299.
    ///
    /// - Parameter status: of an answer.
    init?(status: Int) {
        switch status {
        case 200...299: return nil
        case 300...399: self = .redirect
        default: self = .response
        }
    }
}

extension UploadFailure: CustomStringConvertible {
    /// What went wrong and what to do, as a sentence for a person.
    public var description: String {
        switch self {
        case .invalidURL: "http.url is no http or https address"
        case .network: "the server can't be reached; the records stay stored"
        case .syncInProgress: "an upload is under way; wait for its end"
        case .response: "the server did not take the records; they stay stored"
        case .redirect: "the server named another address; set it as http.url"
        }
    }
}

/// The answer to a request, as the connection tells it.
public enum UploadAnswer: Hashable, Sendable {
    /// The server answered; the body as it came.
    case response(status: Int, body: [UInt8])
    /// No answer came; why, as a text for a person.
    case failure(String)
}

/// What the app is told of each answer to an upload (`onHttp`).
///
/// Transistor, BGGeo.onHttp.
public struct HttpEvent: Hashable, Sendable {
    /// The status; 0 where no answer came.
    public let statusCode: Int
    /// Whether the status is 200 to 299.
    public let isSuccess: Bool
    /// The body of the answer, or why there is none.
    public let responseText: String

    /// Reads an answer.
    ///
    /// - Parameter answer: as the connection told it.
    public init(_ answer: UploadAnswer) {
        switch answer {
        case .response(let status, let body):
            statusCode = status
            isSuccess = UploadFailure(status: status) == nil
            responseText = String(decoding: body, as: UTF8.self)
        case .failure(let reason):
            (statusCode, isSuccess, responseText) = (0, false, reason)
        }
    }
}

/// How an upload ended that the app had asked for (`sync`).
public enum SyncOutcome: Hashable, Sendable {
    /// Everything that waited was sent: these records, in the order in which they were.
    case sent([UploadRecord])
    /// It ended before; what was sent until then is deleted, the others stay stored.
    case failed(UploadFailure)
}
