/// One request that the phone makes for its app.
public struct UploadRequest: Hashable, Sendable, Identifiable {
    /// The purpose of a request.
    public enum Purpose: String, Hashable, Sendable, CaseIterable {
        /// Uploads records to `HttpConfig.url`.
        case records
        /// Requests new tokens from `AuthorizationConfig.refreshUrl`.
        case tokens
    }

    /// The request's number since the launch, which identifies its answer.
    public let id: Int
    /// The purpose.
    public let purpose: Purpose
    /// The destination; an http or https address.
    public let url: String
    /// The method.
    public let method: HttpMethod
    /// The headers by name; names are unique regardless of case.
    public let headers: [String: String]
    /// The body in UTF-8.
    public let body: [UInt8]
    /// The time after which it has failed.
    public let timeout: Duration
    /// The identifiers of the records in it, in their order.
    public let records: [String]
}
