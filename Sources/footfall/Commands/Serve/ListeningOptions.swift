internal import ArgumentParser
internal import Foundation
internal import Logging
internal import VisitServer

/// The address, the TLS certificate and the limits of the service.
struct ListeningOptions: ParsableArguments {
    @Option(help: "The address or name of this machine to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 for any that is free.")
    var port = 8_080

    @Option(help: ArgumentHelp("Serve HTTPS with this certificate chain, in PEM.", valueName: "file"))
    var tlsCert: String?

    @Option(help: ArgumentHelp("The key of --tls-cert, in PEM.", valueName: "file"))
    var tlsKey: String?

    @Option(help: ArgumentHelp("How many requests a second a token may make; 0 for no limit.", valueName: "n"))
    var rate = 1_000.0

    @Option(help: ArgumentHelp("The limit of open connections.", valueName: "n"))
    var connections = 16_384

    @Option(
        help: ArgumentHelp(
            """
            The limit of open connections for one client address; note that mobile carriers and offices share \
            addresses.
            """,
            valueName: "n"
        )
    )
    var connectionsPerAddress = 4_096

    @Option(
        help: ArgumentHelp(
            """
            Trust this proxy's X-Forwarded-For header, which names the client; an address or a range such as \
            10.0.0.0/8; may be repeated.
            """,
            valueName: "address"
        )
    )
    var trustedProxy: [String] = []

    @Option(
        help: ArgumentHelp(
            """
            Let web pages of this origin, such as https://app.example.com, use the API and the addresses of phones; may \
            be repeated.
            """,
            valueName: "origin"
        )
    )
    var corsOrigin: [String] = []

    @Option(help: ArgumentHelp("The limit of a request body, in MiB.", valueName: "n"))
    var bodyLimit = 16

    func validate() throws {
        try InputCheck.range("--port", port, 0...65_535)
        guard (tlsCert == nil) == (tlsKey == nil) else {
            throw ArgumentParser.ValidationError("--tls-cert and --tls-key belong together; give both, or neither")
        }
        guard rate >= 0, rate.isFinite else {
            throw ArgumentParser.ValidationError("--rate is \(rate), expected 0 or more")
        }
        try InputCheck.range("--connections", connections, 1...100_000)
        try InputCheck.range("--connections-per-address", connectionsPerAddress, 1...100_000)
        for text in trustedProxy where AddressRange(text) == nil {
            throw ArgumentParser.ValidationError(
                "--trusted-proxy is `\(text)`, expected an address such as 10.0.0.7 or a range such as 10.0.0.0/8"
            )
        }
        for text in corsOrigin where WebOrigin(text) == nil {
            throw ArgumentParser.ValidationError(
                "--cors-origin is `\(text)`, expected an origin as browsers send it, such as https://app.example.com or "
                    + "http://localhost:3000: in lower case, without a path, and without the scheme's own port"
            )
        }
        try InputCheck.range("--body-limit", bodyLimit, 1...1_024)
    }

    /// The address of the service, without a slash at the end.
    func address(port: Int) -> String {
        Self.address(of: host, port: port, isEncrypted: tlsCert != nil)
    }

    /// An address by which this machine reaches a service that listens on `host`, without a slash at the end.
    static func address(of host: String, port: Int, isEncrypted: Bool) -> String {
        // These two stand for all addresses of the machine.
        let name = ["0.0.0.0", "::"].contains(host) ? "127.0.0.1" : host
        return "\(isEncrypted ? "https" : "http")://\(name.contains(":") ? "[\(name)]" : name):\(port)"
    }

    func options(_ logger: Logger) throws -> ServiceOptions {
        try InputCheck.readable([tlsCert, tlsKey].compactMap(\.self))
        var options = ServiceOptions()
        options.host = host
        options.port = port
        if let tlsCert, let tlsKey { options.certificate = (tlsCert, tlsKey) }
        options.requestsPerSecond = rate
        options.connectionLimit = connections
        options.connectionsPerAddress = connectionsPerAddress
        options.trustedProxies = trustedProxy.compactMap { AddressRange($0) }
        options.crossOrigins = corsOrigin.compactMap { WebOrigin($0) }
        options.bodyLimit = bodyLimit << 20
        options.unpackedBodyLimit = 4 * bodyLimit << 20
        options.logger = logger
        return options
    }
}
