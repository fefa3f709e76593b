/// Sends the requests of a phone-side part to a server; the app implements it, with `URLSession` or another client.
///
/// It makes one request and reports its result. When to send, what to send again and what a response means is decided
/// by its caller.
public protocol UploadTransport: Sendable {
    /// Makes a request.
    ///
    /// - Parameters:
    ///   - request: the request to make.
    ///   - answer: called once, with the response or the failure, on any thread and possibly before `send` returns. A
    ///     result after the request's timeout is ignored.
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
    /// The time after which the request has failed.
    public var timeout: Duration

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - method: the method, in upper case.
    ///   - url: an http or https address.
    ///   - headers: the headers by name.
    ///   - body: the body; may be empty.
    ///   - timeout: more than zero.
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
