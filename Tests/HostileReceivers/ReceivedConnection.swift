internal import Foundation
internal import Glibc
internal import Synchronization

/// One connection that a receiver took.
struct ReceivedConnection {
    let socket: Int32
    let log: HostileReceiver.Log

    /// Reads one request after the other and does what the script has for its path.
    func serve() {
        var buffer: [UInt8] = []
        var earlier = 0
        while let request = next(&buffer, earlier) {
            log.content.withLock { $0.requests.append(request) }
            log.arrivals.continuation.yield(request.path)
            earlier += 1
            guard Script.play(request, on: self) else { break }
        }
        // Out of the log first, so that another socket with the same number is not shut down.
        _ = log.content.withLock { $0.sockets.remove(socket) }
        close(socket)
    }

    /// - Returns: whether all of it could be sent.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            log.content.withLock { $0.sentBytes += count }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// - Returns: whether all of it could be sent.
    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Waits for the client to end the connection.
    ///
    /// - Returns: whether it did within the time.
    @discardableResult
    func waitForEnd(milliseconds: Int32 = -1) -> Bool {
        var wanted = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        return poll(&wanted, 1, milliseconds) > 0
    }

    /// The connection's end will be a reset.
    func resetAtEnd() {
        var value = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &value, socklen_t(MemoryLayout<linger>.size))
    }

    private func next(_ buffer: inout [UInt8], _ earlier: Int) -> ReceivedRequest? {
        let blank = Array("\r\n\r\n".utf8)
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            if let end = buffer.firstRange(of: blank) {
                let head = String(decoding: buffer[..<end.lowerBound], as: UTF8.self)
                let words = head.prefix { $0 != "\r\n" }.split(separator: " ")
                guard words.count == 3 else { return nil }
                let bare = ReceivedRequest(
                    method: String(words[0]),
                    path: String(words[1]),
                    head: head,
                    body: [],
                    earlier: earlier
                )
                let length = bare.values("content-length").first.flatMap { Int($0) } ?? 0
                if buffer.count >= end.upperBound + length {
                    let body = Array(buffer[end.upperBound..<end.upperBound + length])
                    buffer.removeFirst(end.upperBound + length)
                    return ReceivedRequest(
                        method: bare.method,
                        path: bare.path,
                        head: head,
                        body: body,
                        earlier: earlier
                    )
                }
            }
            let count = recv(socket, &chunk, chunk.count, 0)
            guard count > 0 else { return nil }
            // A client that begins with TLS (22 is a handshake) gets the answer of a web server without it.
            guard earlier > 0 || !buffer.isEmpty || chunk[0] != 22 else {
                send("HTTP/1.1 400 Bad Request\r\n\r\n")
                return nil
            }
            buffer += chunk[..<count]
        }
    }
}
