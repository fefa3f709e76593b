internal import TrackingModel
/// The method of an upload request.
///
/// Transistor types, HttpConfig.method and HttpMethod.
public enum HttpMethod: String, Hashable, Sendable, Codable, CaseIterable {
    /// Creates a record.
    case post = "POST"
    /// Replaces a record.
    case put = "PUT"
    /// Modifies a record.
    case patch = "PATCH"
    /// Queries the allowed methods; the vendor nevertheless sends records with it.
    case options = "OPTIONS"
}

extension HttpMethod: ConfigWord {}

/// The order in which stored records are uploaded and listed.
///
/// Transistor types, PersistenceConfig.locationsOrderDirection.
public enum LocationsOrder: String, Hashable, Sendable, Codable, CaseIterable {
    /// Oldest first.
    case ascending = "ASC"
    /// Newest first.
    case descending = "DESC"
}

extension LocationsOrder: ConfigWord {}

/// The format of the access token in the `Authorization` header.
///
/// Transistor types, AuthorizationConfig.strategy.
public enum AuthorizationStrategy: String, Hashable, Sendable, Codable, CaseIterable {
    /// `Bearer` and the token.
    case jwt = "JWT"
    /// The token alone.
    case sas = "SAS"
}

extension AuthorizationStrategy: ConfigWord {}
