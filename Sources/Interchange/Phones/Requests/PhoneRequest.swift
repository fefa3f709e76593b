/// An HTTP request of a phone's app, with what its meaning depends on.
package struct PhoneRequest: Hashable, Sendable {
    /// Which of an app's endpoints was called.
    package enum Kind: Hashable, Sendable {
        /// One reading (Radar's `/v1/track`).
        case track
        /// Readings that could not be sent before (Radar's `/v1/track/replay`).
        case replay
    }

    /// Which endpoint was called; `nil` to tell by the body.
    package var path: Kind?
    /// The method, in capitals.
    package var method: String
    /// The query as it stands behind the `?`, still percent-encoded; empty where there is none.
    package var query: String
    /// The header `Content-Type`, where there is one.
    package var contentType: String?
    /// Who the phone says to be: the header `X-Limit-U`, or the user of basic authorization.
    package var userName: String?
    /// Which phone of that user it says to be: the header `X-Limit-D`.
    package var deviceName: String?
    /// The body, already unpacked.
    package var body: [UInt8]

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - path: which endpoint was called; `nil` to tell by the body.
    ///   - method: the method, in capitals.
    ///   - query: what stands behind the `?`, still percent-encoded.
    ///   - contentType: the header `Content-Type`.
    ///   - userName: the header `X-Limit-U`, or the user of basic authorization.
    ///   - deviceName: the header `X-Limit-D`.
    ///   - body: the body, already unpacked.
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
