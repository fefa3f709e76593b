#if TLS
import Foundation
import Logging
import NIOCore
import NIOEmbedded
import NIOSSL
import Testing
import VisitModel

@testable import VisitServer

@Suite("The certificate of the service")
struct ServerCertificateTests {
    /// `a` and `b` have elliptic curves, `rsa` 2048 bits and `weak` 1024.
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Certificates")
    private static func file(_ name: String) -> String { folder.appending(path: name).path }

    private static func context(_ chain: String, _ key: String) throws -> NIOSSLContext {
        try ServerCertificate.context(chainFile: file(chain), keyFile: file(key))
    }

    @Test(
        "A certificate or key that can't be used is refused in one sentence that names the file",
        arguments: [
            ("a.pem", "b.key", "b.key` does not belong to the certificate"),
            ("rsa.pem", "a.key", "a.key` does not belong to the certificate"),
            ("weak.pem", "weak.key", "weak.pem` has an RSA key of 1024 bits, which is too weak"),
            ("a.key", "a.key", "a.key` is not a certificate chain in PEM"),
            ("a.pem", "a.pem", "a.pem` is not a private key in PEM"),
            ("missing.pem", "a.key", "missing.pem` is not a certificate chain in PEM"),
        ]
    )
    func refused(chain: String, key: String, words: String) {
        let error = #expect(throws: VisitServerError.self) { try Self.context(chain, key) }
        #expect(error?.code == .certificate)
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("\n") == false)
    }

    @Test(
        "Connections are encrypted by TLS 1.3, or by TLS 1.2 with an ephemeral key and authenticated encryption",
        arguments: [
            ("rsa", nil, true), ("a", nil, true), ("rsa", "ECDHE-RSA-AES128-GCM-SHA256", true),
            ("rsa", "ECDHE-RSA-CHACHA20-POLY1305", true), ("a", "ECDHE-ECDSA-AES256-GCM-SHA384", true),
            ("rsa", "AES128-SHA", false), ("rsa", "AES256-GCM-SHA384", false),
            ("rsa", "ECDHE-RSA-AES128-SHA", false), ("a", "ECDHE-ECDSA-AES256-SHA", false),
        ] as [(String, String?, Bool)]
    )
    func suites(certificate: String, suite: String?, isAccepted: Bool) throws {
        let context = try Self.context("\(certificate).pem", "\(certificate).key")
        let name = try? Handshake(to: context, suite: suite).certificateBytes
        #expect((name != nil) == isAccepted)
    }

    @Test("TLS 1.1 is refused")
    func old() throws {
        let context = try Self.context("rsa.pem", "rsa.key")
        #expect(throws: (any Error).self) { try Handshake(to: context, version: .tlsv11) }
    }

    @Test("The files are read again while the service runs, and a bad pair changes nothing")
    func reload() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "footfall-tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (chain, key) = (folder.appending(path: "chain.pem"), folder.appending(path: "key.pem"))
        func copy(_ name: String, to target: URL) throws {
            try Data(contentsOf: Self.folder.appending(path: name)).write(to: target)
        }
        func served(_ certificate: CurrentCertificate) throws -> [UInt8] {
            try Handshake(to: certificate.context).certificateBytes
        }
        func bytes(_ name: String) throws -> [UInt8] {
            try NIOSSLCertificate.fromPEMFile(Self.file(name))[0].toDERBytes()
        }
        try copy("a.pem", to: chain)
        try copy("a.key", to: key)
        let certificate = try CurrentCertificate(chainFile: chain.path, keyFile: key.path)
        let log = LoggedLines()
        let reload = CertificateReload(certificate: certificate, logger: Logger(label: "test") { _ in log })
        #expect(try served(certificate) == bytes("a.pem"))

        // The certificate was replaced, and its key not yet.
        try copy("b.pem", to: chain)
        reload.reload()
        #expect(try served(certificate) == bytes("a.pem"))
        #expect(log.lines.map(\.level) == [.error])
        #expect(log.lines.last?.error?.contains("does not belong to the certificate") == true)

        try copy("b.key", to: key)
        reload.reload()
        #expect(try served(certificate) == bytes("b.pem"))
        #expect(log.lines.map(\.level) == [.error, .notice])
    }

    @Test("Without a certificate there is nothing to reload, and the service continues")
    func nothingToReload() {
        let log = LoggedLines()
        CertificateReload(certificate: nil, logger: Logger(label: "test") { _ in log }).reload()
        #expect(log.lines.map(\.level) == [.notice])
    }

    @Test(
        "The bits of an RSA key are those of its modulus",
        arguments: [("rsa.pem", 2_048), ("weak.pem", 1_024), ("a.pem", nil)] as [(String, Int?)]
    )
    func bits(name: String, bits: Int?) throws {
        let bytes = try NIOSSLCertificate.fromPEMFile(Self.file(name))[0].extractPublicKey().toSPKIBytes()
        #expect(PublicKeyInfo.rsaBits(bytes) == bits)
        // Cut anywhere, it is no key and no crash.
        for count in bytes.indices { #expect(PublicKeyInfo.rsaBits(Array(bytes.prefix(count))) == nil) }
    }
}

/// A TLS handshake between a client and a service's context, without a network.
private struct Handshake {
    /// The certificate that the client was sent, in DER.
    let certificateBytes: [UInt8]

    /// Throws where client and server do not agree.
    init(to context: NIOSSLContext, suite: String? = nil, version: TLSVersion? = nil) throws {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.certificateVerification = .none
        if let suite {
            configuration.cipherSuites = suite
            configuration.maximumTLSVersion = .tlsv12
        }
        if let version { (configuration.minimumTLSVersion, configuration.maximumTLSVersion) = (.tlsv1, version) }
        let (client, server) = (EmbeddedChannel(), EmbeddedChannel())
        let handler = try NIOSSLClientHandler(context: NIOSSLContext(configuration: configuration), serverHostname: nil)
        try client.pipeline.syncOperations.addHandler(handler)
        try server.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
        let address = try SocketAddress(ipAddress: "127.0.0.1", port: 1)
        try client.connect(to: address).wait()
        try server.connect(to: address).wait()
        var isMoving = true
        while isMoving {
            isMoving = false
            while let bytes = try client.readOutbound(as: ByteBuffer.self) {
                isMoving = true
                try server.writeInbound(bytes)
            }
            while let bytes = try server.readOutbound(as: ByteBuffer.self) {
                isMoving = true
                try client.writeInbound(bytes)
            }
        }
        try client.throwIfErrorCaught()
        certificateBytes = try #require(handler.peerCertificate).toDERBytes()
    }
}

/// What was logged.
private final class LoggedLines: LogHandler, @unchecked Sendable {
    struct Line {
        let level: Logger.Level
        let error: String?
    }

    // The tests log from one thread.
    private(set) var lines: [Line] = []
    var logLevel = Logger.Level.trace
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        lines.append(Line(level: event.level, error: event.metadata?["error"].map { "\($0)" }))
    }
}
#endif
