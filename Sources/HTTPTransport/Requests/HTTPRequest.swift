/// One request to be sent.
public struct HTTPRequest: Sendable {
    /// How its body is handed over.
    public enum Method: String, Hashable, Sendable, CaseIterable {
        /// As something new; what webhooks are.
        case post = "POST"
        /// In place of what is there.
        case put = "PUT"
        /// As a part of what is there.
        case patch = "PATCH"
        /// As a question of what may be done, which some phones' apps can be set to ask with a body.
        case options = "OPTIONS"
    }

    /// How the body is handed over.
    public var method: Method
    /// Where it goes.
    public var url: RequestURL
    /// The headers, in order; without `Content-Type` none is sent, and those that frame the message are left out.
    public var headers: [HTTPHeader]
    /// The bytes to be sent.
    public var body: [UInt8]
    /// What it may reach; held against ``url`` and against each address that is connected to.
    public var access: NetworkAccess
    /// The time for the whole exchange, from being handed in to the last byte of the answer; at least 1 ms.
    public var timeout: Duration

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - url: where it goes.
    ///   - headers: the headers, in order.
    ///   - body: the bytes to be sent; may be empty.
    ///   - access: what it may reach.
    ///   - timeout: the time for the whole exchange.
    ///   - method: how the body is handed over.
    public init(
        url: RequestURL,
        headers: [HTTPHeader] = [],
        body: [UInt8],
        access: NetworkAccess = NetworkAccess(),
        timeout: Duration = .seconds(20),
        method: Method = .post
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.access = access
        self.timeout = timeout
    }
}
