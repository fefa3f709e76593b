/// A request to send.
package struct HTTPRequest: Sendable {
    /// The HTTP methods that can be sent; all may have a body.
    package enum Method: String, Hashable, Sendable, CaseIterable {
        /// Creates a resource; the method of webhooks.
        case post = "POST"
        /// Replaces a resource.
        case put = "PUT"
        /// Changes a part of a resource.
        case patch = "PATCH"
        /// Queries the options of a resource, which some tracking apps can be configured to send with a body.
        case options = "OPTIONS"
    }

    /// The HTTP method.
    package var method: Method
    /// The target.
    package var url: RequestURL
    /// The headers, in order; `Content-Type` is not added when missing, and headers that frame the message are not
    /// sent.
    package var headers: [HTTPHeader]
    /// The body.
    package var body: [UInt8]
    /// The permitted access; checked for ``url`` and for each address that is connected to.
    package var access: NetworkAccess
    /// The limit of the whole exchange, from submission to the last byte of the response; at least 1 ms.
    package var timeout: Duration

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - url: the target.
    ///   - headers: the headers, in order.
    ///   - body: the body; may be empty.
    ///   - access: the permitted access; the narrowest by default.
    ///   - timeout: the limit of the whole exchange.
    ///   - method: the HTTP method.
    package init(
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
