/// What a receiver does, by the path that it is asked for.
package enum Script {
    /// - Returns: whether the connection goes on.
    static func play(_ request: ReceivedRequest, on connection: ReceivedConnection) -> Bool {
        if let answer = answers[request.path] {
            return connection.send(answer)
        }
        switch request.path {
        case "/nothing": return false
        case "/stale":
            guard request.earlier == 0 else { return false }
            return connection.send(ok)
        case "/stale-reset":
            guard request.earlier == 0 else {
                connection.resetAtEnd()
                return false
            }
            return connection.send(ok)
        case "/hang": connection.waitForEnd()
        case "/half":
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
        case "/half-chunk":
            connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n64\r\nhalf")
        case "/reset":
            connection.resetAtEnd()
        case "/reset-in-body":
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
            connection.resetAtEnd()
        case "/long": sendLong(connection)
        case "/drip": drip(connection, after: "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
        case "/byte-a-second":
            drip(connection, after: "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n", everyMilliseconds: 1_000)
        case "/drip-headers": drip(connection, after: "HTTP/1.1 200 OK\r\nX: ")
        case "/headers": sendEndless(connection, "HTTP/1.1 200 OK\r\n", "X-Header: value\r\n")
        case "/long-header": sendEndless(connection, "HTTP/1.1 200 OK\r\nX: ", "xxxxxxxxxxxxxxxx")
        case "/continues": sendEndless(connection, "", "HTTP/1.1 100 Continue\r\n\r\n")
        case "/garbage": connection.send("SSH-2.0-OpenSSH_9.2\r\n")
        case "/bytes": connection.send((0..<200).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 130) })
        default: connection.send("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
        }
        return false
    }

    package static let longBody = 100 * 1_024 * 1_024

    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    private static let answers = [
        "/200": ok,
        "/204": "HTTP/1.1 204 No Content\r\n\r\n",
        "/301": "HTTP/1.1 301 Moved Permanently\r\nLocation: /moved\r\nContent-Length: 0\r\n\r\n",
        "/302-private": "HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/latest\r\nContent-Length: 0\r\n\r\n",
        "/moved": ok,
        "/404": "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n",
        "/410": "HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n",
        "/429": "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 120\r\nContent-Length: 0\r\n\r\n",
        "/500": "HTTP/1.1 500 Internal Server Error\r\nContent-Length: 4\r\n\r\noops",
        "/continue": "HTTP/1.1 100 Continue\r\nRetry-After: 5\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n"
            + ok,
        "/chunked": "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nRetry-After: 7\r\n\r\n",
        "/cookie": "HTTP/1.1 200 OK\r\nSet-Cookie: a=b\r\nContent-Length: 0\r\n\r\n",
        "/4k": "HTTP/1.1 200 OK\r\nContent-Length: 4096\r\n\r\n" + String(repeating: "a", count: 4_096),
    ]

    private static func sendLong(_ connection: ReceivedConnection) {
        let piece = [UInt8](repeating: 0x61, count: 65_536)
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(longBody)\r\n\r\n")
        for _ in 0..<longBody / piece.count {
            guard connection.send(piece) else { return }
        }
    }

    private static func drip(_ connection: ReceivedConnection, after head: String, everyMilliseconds: Int32 = 40) {
        connection.send(head)
        while !connection.waitForEnd(milliseconds: everyMilliseconds) {
            guard connection.send("x") else { return }
        }
    }

    /// Four megabytes are as good as no end, and the test ends even where it is not stopped.
    private static func sendEndless(_ connection: ReceivedConnection, _ head: String, _ piece: String) {
        connection.send(head)
        let many = String(repeating: piece, count: 4_096)
        for _ in 0..<4_194_304 / many.utf8.count {
            guard connection.send(many) else { return }
        }
    }
}
