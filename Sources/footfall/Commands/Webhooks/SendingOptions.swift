internal import ArgumentParser
internal import Foundation
internal import Glibc
internal import HTTPTransport

struct SendingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Send through this proxy, which then has to block private addresses; the environment's proxy is never used.
            """,
            valueName: "url"
        )
    )
    var proxy: String?

    @Option(
        help: ArgumentHelp("Trust the certificate authorities in this file instead of the system's.", valueName: "file")
    )
    var caFile: String?

    func transport(connections: Int = 16) throws -> CurlTransport {
        if let caFile { try Self.checkCertificates(caFile) }
        if let proxy { try Self.checkProxy(proxy) }
        // libcurl's TLS library would write the keys of every connection into the file that this variable names.
        unsetenv("SSLKEYLOGFILE")
        Self.allowDescriptors()
        var options = TransportOptions()
        options.maximumConnections = connections
        options.proxy = proxy
        options.certificateAuthorityFile = caFile
        return try CurlTransport(options)
    }

    private static func checkCertificates(_ file: String) throws {
        try InputCheck.readable([file])
        guard let text = try? String(contentsOfFile: file, encoding: .utf8),
            text.contains("-----BEGIN CERTIFICATE-----")
        else { throw CommandFailure(.data, "\(file): holds no certificate, expected some in PEM form") }
    }

    private static func checkProxy(_ text: String) throws {
        guard let url = URLComponents(string: text), let scheme = url.scheme, ["http", "https"].contains(scheme),
            let host = url.host, !host.isEmpty
        else {
            throw CommandFailure(.usage, "`\(text)` is not a proxy, expected one such as http://egress.internal:4750")
        }
    }

    /// Raises the limit of file descriptors to the hard limit.
    ///
    /// Each connection uses one, and the usual limit of 1,024 is kept low for programs that use select(2).
    private static func allowDescriptors() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
