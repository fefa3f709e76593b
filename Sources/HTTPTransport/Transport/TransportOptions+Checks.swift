internal import Glibc

extension TransportOptions {
    /// Validates the settings.
    func check() throws {
        if let file = certificateAuthorityFile, access(file, R_OK) != 0 {
            throw HTTPTransportError(
                .system,
                "the file of certificates \(file) can't be read: check its path and permissions"
            )
        }
        if let proxy, proxy.isEmpty {
            throw HTTPTransportError(.system, "the proxy's URL is empty: give one, or omit it for none")
        }
        guard maximumConnections > 0, keptBodyBytes >= 0 else {
            throw HTTPTransportError(
                .system,
                "a transport needs at least one connection and no negative number of bytes"
            )
        }
    }
}
