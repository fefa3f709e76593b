/// What a request may reach.
///
/// The narrowest is the default: whoever registers a webhook chooses where the service connects to, so that by default it
/// is https to the public internet on the ports of the web. An operator widens it for endpoints of their own.
public struct NetworkAccess: Hashable, Sendable {
    /// The ports that may be asked for without further leave: those of the web, and their usual stand-ins.
    public static let usualPorts: Set<Int> = [80, 443, 8080, 8443]

    /// Whether addresses that ``AddressRules`` refuses may be reached, on any port.
    public var allowsPrivateAddresses: Bool
    /// Whether `http:` may be used beside `https:`.
    public var allowsPlainHTTP: Bool
    /// Whether other ports than ``usualPorts`` may be used.
    public var allowsAnyPort: Bool

    /// Makes an access; without arguments the narrowest.
    ///
    /// - Parameters:
    ///   - allowsPrivateAddresses: whether private and other special addresses may be reached.
    ///   - allowsPlainHTTP: whether requests may go unencrypted.
    ///   - allowsAnyPort: whether any port may be used.
    public init(allowsPrivateAddresses: Bool = false, allowsPlainHTTP: Bool = false, allowsAnyPort: Bool = false) {
        self.allowsPrivateAddresses = allowsPrivateAddresses
        self.allowsPlainHTTP = allowsPlainHTTP
        self.allowsAnyPort = allowsAnyPort
    }
}
