import Foundation

/// The receivers over TLS of `Fixtures/tls_receiver.py`, in a process of their own that ends with this value's owner.
final class EncryptedReceiver {
    /// The port for each certificate, by its name.
    let ports: [String: Int]
    private let process = Process()
    private let input = Pipe()

    static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures")
    static let authority = fixtures.appending(path: "authority.pem").path

    init() throws {
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

    func url(_ certificate: String, host: String) -> String {
        "https://\(host):\(ports[certificate] ?? 0)/hook"
    }
}
