internal import HTTPTypes

/// Which web pages may use the API in a browser, and the headers that permit it (Fetch standard, CORS).
struct CrossOriginPolicy: Sendable {
    private let origins: Set<String>

    /// The headers of responses that a page may read, beside the few that it always may.
    private static let responseHeaders = "Retry-After, Allow"

    init(origins: [WebOrigin]) { self.origins = Set(origins.map(\.text)) }

    /// Whether responses differ by the origin of the page: at the addresses of the API, where any origin is permitted.
    func applies(to path: String) -> Bool { !origins.isEmpty && path.hasPrefix("/v1/") }

    /// The value of a request's `Origin` where pages of it may use the API; `nil` for any other.
    func permitted(_ origin: String?) -> String? { origin.flatMap { origins.contains($0) ? $0 : nil } }

    /// Adds the headers for a permitted origin, or none, to a response at an address to which the policy applies.
    func add(to headers: inout HTTPFields, for origin: String?) {
        // Also without an origin: a cache must not give this response to a page.
        headers[values: .vary].append("Origin")
        if let origin {
            headers[.accessControlAllowOrigin] = origin
            headers[.accessControlExposeHeaders] = Self.responseHeaders
        }
    }
}
