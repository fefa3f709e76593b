/// How the requests of a phone-side part reach a server: the app fulfils it, with `URLSession` or what else it has.
///
/// It makes one request and tells its end; when to send, what to send again and what an answer means is decided here.
public protocol UploadTransport: Sendable {
    /// Makes a request.
    ///
    /// - Parameters:
    ///   - request: what is sent, and where.
    ///   - answer: to be called once, with the answer or why none came; on any thread, also before `send` returns. An
    ///     answer that comes after the request's timeout is passed over.
    func send(_ request: TransportRequest, then answer: @escaping @Sendable (TransportAnswer) -> Void)
}

/// One request over HTTP.
public struct TransportRequest: Hashable, Sendable {
    /// The method, in capitals.
    public var method: String
    /// Where it goes; an http or https address.
    public var url: String
    /// Its headers by their names, no name twice in other capitals.
    public var headers: [String: String]
    /// Its body; may be empty.
    public var body: [UInt8]
    /// After how long it has failed.
    public var timeout: Duration

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - method: in capitals.
    ///   - url: an http or https address.
    ///   - headers: by their names.
    ///   - body: may be empty.
    ///   - timeout: more than zero.
    public init(method: String, url: String, headers: [String: String], body: [UInt8], timeout: Duration) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
    }
}

/// How a request ended.
public enum TransportAnswer: Hashable, Sendable {
    /// The server answered; the body as it came.
    case response(status: Int, body: [UInt8])
    /// No answer came; why, as a sentence for a person.
    case failure(String)
}
