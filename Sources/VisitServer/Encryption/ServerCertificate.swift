#if TLS
internal import Foundation
internal import NIOSSL
internal import VisitModel

/// The certificate chain of the service and its key, checked before they are used.
struct ServerCertificate {
    let chain: [NIOSSLCertificate]
    let key: NIOSSLPrivateKey

    /// The smallest RSA key that is accepted, in bits (NIST SP 800-57, for use after 2013).
    static let leastRSABits = 2_048

    /// The only cipher suites of TLS 1.2: with forward secrecy and authenticated encryption.
    ///
    /// Those of TLS 1.3 all are, and need no list. Left out are the suites with the server's RSA key, by which recorded
    /// traffic can be read once the key is known, and those with CBC.
    static let cipherSuites: [NIOTLSCipher] = [
        .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
        .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
        .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
    ]

    /// Reads two PEM files; throws `VisitServerError` with code `certificate` and one sentence that names the file.
    init(chainFile: String, keyFile: String) throws {
        do {
            chain = try NIOSSLCertificate.fromPEMFile(chainFile)
        } catch {
            throw Self.failure("`\(chainFile)` is not a certificate chain in PEM", error)
        }
        guard let own = chain.first else { throw Self.failure("`\(chainFile)` holds no certificate", nil) }
        do {
            key = try NIOSSLPrivateKey(file: keyFile, format: .pem)
        } catch {
            throw Self.failure("`\(keyFile)` is not a private key in PEM, without a passphrase", error)
        }
        let publicKey = try? own.extractPublicKey().toSPKIBytes()
        if let bits = publicKey.flatMap(PublicKeyInfo.rsaBits), bits < Self.leastRSABits {
            throw Self.failure(
                "`\(chainFile)` has an RSA key of \(bits) bits, which is too weak; use one of \(Self.leastRSABits) "
                    + "bits or more, or an elliptic curve",
                nil
            )
        }
    }

    /// Makes what connections use; throws `VisitServerError` where the key is not that of the certificate.
    static func context(chainFile: String, keyFile: String) throws -> NIOSSLContext {
        let certificate = try ServerCertificate(chainFile: chainFile, keyFile: keyFile)
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: certificate.chain.map { .certificate($0) },
            privateKey: .privateKey(certificate.key)
        )
        configuration.minimumTLSVersion = .tlsv12
        configuration.cipherSuiteValues = cipherSuites
        do {
            return try NIOSSLContext(configuration: configuration)
        } catch NIOSSLError.failedToLoadPrivateKey {
            throw failure("the key `\(keyFile)` does not belong to the certificate `\(chainFile)`", nil)
        } catch {
            throw failure("the certificate `\(chainFile)` and the key `\(keyFile)` can't be used", error)
        }
    }

    private static func failure(_ message: String, _ cause: (any Error)?) -> VisitServerError {
        VisitServerError(.certificate, message, cause: cause)
    }
}

/// A public key as certificates contain it (RFC 5280, SubjectPublicKeyInfo), in DER.
enum PublicKeyInfo {
    /// The length of the modulus of an RSA key; `nil` for a key of another kind.
    static func rsaBits(_ bytes: [UInt8]) -> Int? {
        var info = DERReader(bytes[...])
        guard var content = info.contents(of: 0x30).map({ DERReader($0) }),
            var algorithm = content.contents(of: 0x30).map({ DERReader($0) }),
            let identifier = algorithm.contents(of: 0x06), identifier.elementsEqual(rsaEncryption),
            // The first byte of a bit string is the number of its unused bits.
            let text = content.contents(of: 0x03), text.first == 0
        else { return nil }
        var key = DERReader(text.dropFirst())
        guard var numbers = key.contents(of: 0x30).map({ DERReader($0) }), let modulus = numbers.contents(of: 0x02)
        else { return nil }
        let digits = modulus.drop { $0 == 0 }
        guard let first = digits.first else { return 0 }
        return digits.count * 8 - first.leadingZeroBitCount
    }

    /// The object identifier 1.2.840.113549.1.1.1 (RFC 8017).
    private static let rsaEncryption: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]

    /// The values of a DER encoding, one after the other.
    private struct DERReader {
        private var rest: ArraySlice<UInt8>

        init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

        /// The content of the next value; `nil` where it has another tag or is cut off.
        mutating func contents(of tag: UInt8) -> ArraySlice<UInt8>? {
            guard rest.popFirst() == tag, let first = rest.popFirst() else { return nil }
            var length = Int(first)
            if first >= 0x80 {
                let count = Int(first & 0x7F)
                guard (1...4).contains(count), rest.count >= count else { return nil }
                length = rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
                rest = rest.dropFirst(count)
            }
            guard rest.count >= length else { return nil }
            defer { rest = rest.dropFirst(length) }
            return rest.prefix(length)
        }
    }
}
#endif
