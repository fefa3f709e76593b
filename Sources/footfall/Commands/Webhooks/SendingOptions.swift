internal import ArgumentParser
internal import HTTPTransport

/// How requests are sent.
struct SendingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Send through this proxy, which then has to keep private addresses out; the environment's is never used.",
            valueName: "url"
        )
    )
    var proxy: String?

    @Option(
        help: ArgumentHelp("Trust the certificate authorities in this file instead of the system's.", valueName: "file")
    )
    var caFile: String?

    /// What sends requests.
    func transport() throws -> CurlTransport {
        if let caFile { try InputCheck.readable([caFile]) }
        var options = TransportOptions()
        options.proxy = proxy
        options.certificateAuthorityFile = caFile
        return try CurlTransport(options)
    }
}
