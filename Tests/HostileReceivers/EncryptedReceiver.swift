internal import Foundation

/// The receivers over TLS of `Fixtures/tls_receiver.py`, in a process of their own that ends with this value's owner.
package final class EncryptedReceiver {
    /// The port for each certificate, by its name.
    package let ports: [String: Int]
    private let process = Process()
    private let input = Pipe()

    private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
    /// The certificate of the authority that signed the good ones.
    package static let authority = fixtures.appending(path: "authority.pem").path

    package init() throws {
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", Self.fixtures.appending(path: "tls_receiver.py").path]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var text = ""
        while text.count(where: { $0 == "\n" }) < 5 {
            let piece = output.fileHandleForReading.availableData
            guard !piece.isEmpty else { throw ReceiverFault(what: "python3 did not start its receivers: \(text)") }
            text += String(decoding: piece, as: UTF8.self)
        }
        let lines = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        ports = Dictionary(uniqueKeysWithValues: lines.map { ($0[0], Int($0[1]) ?? 0) })
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    package func url(_ certificate: String, host: String) -> String {
        "https://\(host):\(ports[certificate] ?? 0)/hook"
    }
}
