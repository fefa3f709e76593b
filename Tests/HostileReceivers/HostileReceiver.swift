internal import Foundation
internal import Glibc
internal import Synchronization

/// A web server that does to its clients what servers do, by the path they ask for; see ``Script``.
///
/// A thread for each connection, on 127.0.0.1 at a port that the system chooses. It ends with its last owner.
package final class HostileReceiver: Sendable {
    /// What came in, and the sockets; shared with the threads, which must not keep the receiver itself.
    final class Log: Sendable {
        struct Content: Sendable {
            var connections = 0
            var requests: [ReceivedRequest] = []
            var sentBytes = 0
            var sockets: Set<Int32> = []
        }

        let content = Mutex(Content())
        let arrivals = AsyncStream<String>.makeStream()
    }

    package let port: Int
    private let listener: Int32
    private let log = Log()

    /// - Parameter holds: whether connections are taken and never read from.
    /// - Throws: when there is no port.
    package init(holds: Bool = false) throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let isReady = withUnsafeMutableBytes(of: &address) { bytes in
            let pointer = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
            return bind(listener, pointer, length) == 0 && listen(listener, 4_096) == 0
                && getsockname(listener, pointer, &length) == 0
        }
        guard isReady else { throw ReceiverFault(what: "no socket: \(errno)") }
        port = Int(UInt16(bigEndian: address.sin_port))
        Self.start { [log] in Self.accept(at: listener, log, holds: holds) }
    }

    deinit {
        // Wakes the threads, which close what is theirs.
        shutdown(listener, Int32(SHUT_RDWR))
        log.content.withLock { for socket in $0.sockets { shutdown(socket, Int32(SHUT_RDWR)) } }
    }

    package var connections: Int { log.content.withLock { $0.connections } }
    package var requests: [ReceivedRequest] { log.content.withLock { $0.requests } }
    package var sentBytes: Int { log.content.withLock { $0.sentBytes } }

    package func count(_ path: String) -> Int { requests.count { $0.path == path } }

    /// The address of a path; see ``Script``.
    package func url(_ path: String, host: String = "127.0.0.1") -> String { "http://\(host):\(port)\(path)" }

    /// Waits until so many requests (or connections, where they are held) have come since the last time.
    package func arrival(of count: Int = 1) async {
        var left = count
        for await _ in log.arrivals.stream {
            left -= 1
            if left == 0 { return }
        }
    }

    private static func accept(at listener: Int32, _ log: Log, holds: Bool) {
        while true {
            let socket = Glibc.accept(listener, nil, nil)
            guard socket >= 0 else { break }
            log.content.withLock {
                $0.connections += 1
                $0.sockets.insert(socket)
            }
            if holds {
                log.arrivals.continuation.yield("")
            } else {
                start { ReceivedConnection(socket: socket, log: log).serve() }
            }
        }
        if holds {
            // Out of the log with them, because another socket with the same number must not be shut down.
            log.content.withLock { content in
                for socket in content.sockets { close(socket) }
                content.sockets = []
            }
        }
        close(listener)
    }

    private static func start(_ body: @escaping @Sendable () -> Void) {
        let thread = Thread(block: body)
        thread.stackSize = 256 * 1_024
        thread.start()
    }
}

package struct ReceivedRequest: Sendable {
    package let method: String
    package let path: String
    package let head: String
    package let body: [UInt8]
    /// How many requests came before it on its connection.
    package let earlier: Int

    /// The values of a header, in order.
    package func values(_ name: String) -> [String] {
        head.split(separator: "\r\n").dropFirst().compactMap { line in
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0].lowercased() == name else { return nil }
            return parts[1].trimmingCharacters(in: .whitespaces)
        }
    }
}

struct ReceiverFault: Error {
    let what: String
}
