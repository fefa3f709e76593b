import HTTPTransport

extension NetworkAccess {
    /// All of the public internet, also without encryption.
    static let publicPlain = NetworkAccess(allowsPlainHTTP: true, allowsAnyPort: true)
    /// Everything.
    static let everything = NetworkAccess(allowsPrivateAddresses: true, allowsPlainHTTP: true, allowsAnyPort: true)
}

extension HTTPRequest {
    /// A small request that does not hang for ever; no machine is so busy that an answer takes as long.
    static func to(
        _ url: String,
        access: NetworkAccess = .everything,
        headers: [HTTPHeader] = [],
        body: String = "{}",
        timeout: Duration = .seconds(60)
    ) throws -> HTTPRequest {
        HTTPRequest(
            url: try RequestURL(url, access: access),
            headers: headers,
            body: Array(body.utf8),
            access: access,
            timeout: timeout
        )
    }
}

extension HTTPExchange {
    /// The status or the code of the error as text, for tables.
    var outcome: String {
        switch result {
        case .success(let response): String(response.status)
        case .failure(let error): error.code.description
        }
    }
}
