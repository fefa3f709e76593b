internal import HummingbirdCore
internal import Logging
internal import ServiceLifecycle
internal import Synchronization
internal import UnixSignals
internal import VisitModel

#if TLS
internal import NIOSSL

/// The certificate that new connections get, which is replaced while the service runs.
///
/// A connection keeps the certificate with which it began.
final class CurrentCertificate: Sendable {
    private let chainFile: String
    private let keyFile: String
    private let current: Mutex<NIOSSLContext>

    /// Throws `VisitServerError` with code `certificate` where the files can't be used.
    init(chainFile: String, keyFile: String) throws {
        (self.chainFile, self.keyFile) = (chainFile, keyFile)
        current = Mutex(try ServerCertificate.context(chainFile: chainFile, keyFile: keyFile))
    }

    var context: NIOSSLContext { current.withLock { $0 } }

    /// Reads the files again; where they can't be used it throws what `init` throws, and the current ones stay.
    func reload() throws {
        let context = try ServerCertificate.context(chainFile: chainFile, keyFile: keyFile)
        current.withLock { $0 = context }
    }

    /// The channels of connections that are encrypted with it.
    func channel(over plain: ServiceChannel) -> any ServerChildChannel {
        EncryptedChannel(certificate: self, plain: plain)
    }
}
#else
/// What takes the place of a certificate in a build without the trait `TLS`: there is none.
final class CurrentCertificate: Sendable {
    /// Always throws `VisitServerError` with code `builtWithoutTLS`.
    init(chainFile: String, keyFile: String) throws {
        throw VisitServerError(
            .builtWithoutTLS,
            "this build of Footfall has no TLS: build it with the trait TLS, which `swift build` does by default, or leave "
                + "out the certificate and put a proxy before the service that encrypts"
        )
    }

    func reload() throws {}

    func channel(over plain: ServiceChannel) -> any ServerChildChannel { plain }
}
#endif

/// Reads the certificate again at each SIGHUP; without one the signal has no effect.
struct CertificateReload: Service {
    let certificate: CurrentCertificate?
    let logger: Logger

    func run() async throws {
        let signals = await UnixSignalsSequence(trapping: .sighup)
        await cancelWhenGracefulShutdown {
            for await _ in signals { reload() }
        }
    }

    func reload() {
        guard let certificate else {
            return logger.notice("SIGHUP: nothing to reload, because the service has no certificate")
        }
        do {
            try certificate.reload()
            logger.notice("the certificate and its key were loaded again")
        } catch {
            logger.error(
                "the certificate was not loaded again, and the one from before stays in use",
                metadata: ["error": "\(error)"]
            )
        }
    }
}
