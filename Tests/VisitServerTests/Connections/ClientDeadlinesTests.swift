import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import VisitServer

@Suite("Deadlines for slow clients")
struct ClientDeadlinesTests {
    private static let limits = ClientDeadlines.Limits(head: .seconds(60), body: .seconds(60), answer: .seconds(30))

    /// A handler that holds writes back, as a connection with a client that reads nothing.
    private final class Unread: ChannelOutboundHandler {
        typealias OutboundIn = HTTPResponsePart
        var promises: [EventLoopPromise<Void>] = []
        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            if let promise { promises.append(promise) }
        }
    }

    private static func channel(_ unread: Unread) throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(handlers: [unread, ClientDeadlines(limits)])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        try channel.writeInbound(
            HTTPRequestPart.head(HTTPRequest(method: .get, scheme: "http", authority: "x", path: "/"))
        )
        try channel.writeInbound(HTTPRequestPart.end(nil))
        channel.write(HTTPResponsePart.head(HTTPResponse(status: .ok)), promise: nil)
        channel.write(HTTPResponsePart.body(ByteBuffer(repeating: 0, count: 160 << 10)), promise: nil)
        channel.write(HTTPResponsePart.end(nil), promise: nil)
        channel.flush()
        return channel
    }

    @Test("A client that does not read its response loses the connection, later for a long one")
    func untaken() throws {
        let unread = Unread()
        let channel = try Self.channel(unread)
        channel.embeddedEventLoop.advanceTime(by: .seconds(39))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
        for promise in unread.promises { promise.fail(ChannelError.ioOnClosedChannel) }
    }

    @Test("While the service itself waits, a client has time; its own begins anew then")
    func waits() throws {
        let channel = EmbeddedChannel(handlers: [ClientDeadlines(Self.limits)])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        try channel.writeInbound(
            HTTPRequestPart.head(HTTPRequest(method: .post, scheme: "http", authority: "x", path: "/"))
        )
        channel.embeddedEventLoop.advanceTime(by: .seconds(59))
        channel.triggerUserOutboundEvent(ClientDeadlines.Wait(begins: true), promise: nil)
        channel.embeddedEventLoop.advanceTime(by: .seconds(600))
        #expect(channel.isActive)
        channel.triggerUserOutboundEvent(ClientDeadlines.Wait(begins: false), promise: nil)
        channel.embeddedEventLoop.advanceTime(by: .seconds(59))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test("A client that reads its response piece by piece keeps the connection, and its next deadline is new")
    func taken() throws {
        let unread = Unread()
        let channel = try Self.channel(unread)
        channel.embeddedEventLoop.advanceTime(by: .seconds(39))
        unread.promises[0].succeed(())
        channel.embeddedEventLoop.advanceTime(by: .seconds(29))
        #expect(channel.isActive)
        unread.promises[1].succeed(())
        channel.embeddedEventLoop.advanceTime(by: .seconds(59))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }
}
