/// Sends the requests of a phone-side part to a server; the app implements it, with `URLSession` or another client.
///
/// It makes one request and reports its result. When to send, what to send again and what a response means is decided
/// by its caller.
public protocol UploadTransport: Sendable {
    /// Makes a request.
    ///
    /// `answer` is called once, with the response or the failure, on any thread and possibly before `send` returns. A
    /// result after the request's timeout is ignored.
    func send(_ request: TransportRequest, then answer: @escaping @Sendable (TransportResult) -> Void)
}

/// An HTTP request.
public struct TransportRequest: Hashable, Sendable {
    /// The method, in upper case.
    public var method: String
    /// The URL, http or https.
    public var url: String
    /// The headers by name; names are unique, ignoring case.
    public var headers: [String: String]
    /// The body; may be empty.
    public var body: [UInt8]
    /// The time after which the request has failed; more than zero.
    public var timeout: Duration

    /// Creates a request.
    public init(method: String, url: String, headers: [String: String], body: [UInt8], timeout: Duration) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
    }
}

/// The result of a request.
public enum TransportResult: Hashable, Sendable {
    /// The server's response, with its body unchanged.
    case response(status: Int, body: [UInt8])
    /// A failure without a response; the reason as a sentence for people.
    case failure(String)
}
