internal import CCurl
internal import Glibc

extension CurlHandle {
    /// Opens the socket for a connection to an address, unless the address is forbidden.
    ///
    /// libcurl connects to the very bytes that are checked here, so that no second name resolution can intervene (DNS
    /// rebinding). After a refusal no more sockets are opened for the request: a name with a public and a private
    /// address is refused as soon as libcurl tries the private one.
    func openSocket(to target: curl_sockaddr, at address: UnsafeRawPointer?) -> curl_socket_t {
        guard refusal == nil else { return CURL_SOCKET_BAD }
        guard
            let address, target.socktype == Int32(SOCK_STREAM.rawValue),
            let ip = IPAddress(socketAddress: address, byteCount: Int(target.addrlen))
        else {
            refusal = HTTPTransportError(
                .refusedAddress,
                "the host has an address that is not IPv4 or IPv6: use another host"
            )
            return CURL_SOCKET_BAD
        }
        if checksAddresses, let range = AddressRules.refusal(of: ip) {
            refusal = .refused(ip, in: range)
            return CURL_SOCKET_BAD
        }
        let opened = socket(target.family, target.socktype | Int32(SOCK_CLOEXEC.rawValue), target.protocol)
        if opened < 0, [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) {
            // libcurl would only report a failed connection, as if the host were to blame.
            refusal = HTTPTransportError(
                .system,
                """
                this machine has no descriptor or memory left for a connection: raise `ulimit -n`, or send fewer \
                requests at once
                """
            )
        }
        return opened
    }
}
