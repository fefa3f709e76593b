/// The schemes, addresses and ports that a request may reach.
///
/// The narrowest access is the default, HTTPS to the public internet on the usual web ports, because the user who
/// registers a webhook chooses where the service connects to. An operator widens it for their own endpoints.
package struct NetworkAccess: Hashable, Sendable {
    /// The ports allowed by default: those of the web, and their usual substitutes.
    package static let usualPorts: Set<Int> = [80, 443, 8080, 8443]

    /// Whether addresses that ``AddressRules`` refuses may be reached, on any port.
    package var allowsPrivateAddresses: Bool
    /// Whether `http:` is allowed in addition to `https:`.
    package var allowsPlainHTTP: Bool
    /// Whether ports outside ``usualPorts`` are allowed.
    package var allowsAnyPort: Bool

    /// Creates an access; without arguments the narrowest.
    package init(allowsPrivateAddresses: Bool = false, allowsPlainHTTP: Bool = false, allowsAnyPort: Bool = false) {
        self.allowsPrivateAddresses = allowsPrivateAddresses
        self.allowsPlainHTTP = allowsPlainHTTP
        self.allowsAnyPort = allowsAnyPort
    }
}
