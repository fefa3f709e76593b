/// An HTTP request of a phone's app, reduced to the parts that matter for parsing.
package struct PhoneRequest: Hashable, Sendable {
    /// The endpoint of an app.
    package enum Kind: Hashable, Sendable {
        /// One fix (Radar's `/v1/track`).
        case track
        /// Fixes that could not be sent before (Radar's `/v1/track/replay`).
        case replay
    }

    /// The endpoint; `nil` to detect it from the body.
    package var path: Kind?
    /// The method, in capitals.
    package var method: String
    /// The query after the `?`, still percent-encoded; empty where there is none.
    package var query: String
    /// The `Content-Type` header, if any.
    package var contentType: String?
    /// The user that the phone claims: the header `X-Limit-U`, or the user of basic authorization.
    package var userName: String?
    /// The phone of that user that it claims to be: the header `X-Limit-D`.
    package var deviceName: String?
    /// The body, already decompressed.
    package var body: [UInt8]

    /// Creates a request.
    package init(
        path: Kind? = nil,
        method: String = "POST",
        query: String = "",
        contentType: String? = nil,
        userName: String? = nil,
        deviceName: String? = nil,
        body: [UInt8] = []
    ) {
        self.path = path
        self.method = method
        self.query = query
        self.contentType = contentType
        self.userName = userName
        self.deviceName = deviceName
        self.body = body
    }
}
