import Glibc

/// A receiver of HTTP/1.1 on one thread that answers every request with 204, and does nothing else with it.
final class PollReceiver {
    private let listener: Int32
    private let hangs: Bool
    private var connections: [Int32: [UInt8]] = [:]
    private let answer = Array("HTTP/1.1 204 No Content\r\n\r\n".utf8)

    init(port: UInt16, hangs: Bool) throws {
        self.hangs = hangs
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var yes: Int32 = 1
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, length) == 0 && listen(listener, 4096) == 0
                    && getsockname(listener, address, &length) == 0
            }
        }
        guard isBound else { throw Failure() }
        // Past the library's buffer, which would withhold it from the waiting reader.
        let line = Array("{\"port\": \(UInt16(bigEndian: address.sin_port))}\n".utf8)
        _ = write(STDOUT_FILENO, line, line.count)
    }

    struct Failure: Error {}

    func serve() {
        var watched = [pollfd(fd: listener, events: Int16(POLLIN), revents: 0)]
        while true {
            guard poll(&watched, nfds_t(watched.count), -1) > 0 else { continue }
            for index in watched.indices where watched[index].revents != 0 {
                let descriptor = watched[index].fd
                if descriptor == listener {
                    if let accepted = take() {
                        watched.append(pollfd(fd: accepted, events: Int16(POLLIN), revents: 0))
                    }
                } else if !read(descriptor) {
                    watched[index].fd = -1
                }
            }
            watched.removeAll { $0.fd == -1 }
        }
    }

    private func take() -> Int32? {
        let descriptor = accept(listener, nil, nil)
        guard descriptor >= 0 else { return nil }
        var yes: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        connections[descriptor] = []
        return descriptor
    }

    /// Reads what came and answers what is whole.
    ///
    /// - Returns: false once the other side is gone.
    private func read(_ descriptor: Int32) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else {
            connections[descriptor] = nil
            _ = close(descriptor)
            return false
        }
        guard !hangs else { return true }
        var pending = connections[descriptor] ?? []
        connections[descriptor] = []
        pending += buffer[..<count]
        while let length = Self.requestLength(pending), pending.count >= length {
            pending.removeFirst(length)
            send(descriptor, answer, answer.count, Int32(MSG_NOSIGNAL))
        }
        connections[descriptor] = pending
        return true
    }

    /// The length of a request with its body; `nil` while its headers are not all there.
    private static func requestLength(_ bytes: [UInt8]) -> Int? {
        guard bytes.count > 3 else { return nil }
        var end: Int?
        for index in 0...(bytes.count - 4) where bytes[index] == 13 && bytes[index + 2] == 13 {
            end = index + 4
            break
        }
        guard let end else { return nil }
        let head = String(decoding: bytes[..<end], as: UTF8.self).lowercased()
        guard let field = head.range(of: "content-length:") else { return end }
        let digits = head[field.upperBound...].drop { $0 == " " }.prefix { $0.isNumber }
        return end + (Int(digits) ?? 0)
    }
}

extension String {
    fileprivate func range(of text: String) -> Range<String.Index>? {
        ranges(of: text).first
    }
}
