/// One request that the phone makes for its app.
public struct UploadRequest: Hashable, Sendable, Identifiable {
    /// What is asked.
    public enum Purpose: String, Hashable, Sendable, CaseIterable {
        /// `HttpConfig.url`: records are handed over.
        case records
        /// `AuthorizationConfig.refreshUrl`: new tokens are asked for.
        case tokens
    }

    /// The request's number since the launch, by which its answer is told.
    public let id: Int
    /// What is asked.
    public let purpose: Purpose
    /// Where it goes; an http or https address.
    public let url: String
    /// The method.
    public let method: HttpMethod
    /// Its headers by their names, no name twice in other capitals.
    public let headers: [String: String]
    /// Its body in UTF-8.
    public let body: [UInt8]
    /// After how long it has failed.
    public let timeout: Duration
    /// The names of the records in it, in their order.
    public let records: [String]
}
