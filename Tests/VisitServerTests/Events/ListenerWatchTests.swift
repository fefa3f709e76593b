import NIOCore
import NIOEmbedded
import Testing

@testable import VisitServer

@Suite("Clients of the stream that read nothing")
struct ListenerWatchTests {
    @Test(
        "A piece may be on its way for 30 s, and for 2 s once the service ends",
        arguments: [
            (29, false, false), (30, false, true), (1, true, false), (2, true, true),
        ]
    )
    func tooSlow(seconds: Int64, isEnding: Bool, isTooSlow: Bool) {
        let since = NIODeadline.uptimeNanoseconds(5_000_000_000)
        let time = since + .seconds(seconds)
        #expect(ListenerWatch.isTooSlow(since: since, at: time, isEnding: isEnding) == isTooSlow)
    }

    @Test("At the end of the service a connection is closed even if something is unsent", arguments: [true, false])
    func ending(isEnding: Bool) async throws {
        let channel = NIOAsyncTestingChannel()
        try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1))
        let watch = ListenerWatch(channel) { isEnding }
        watch.end()
        await channel.testingEventLoop.advanceTime(by: .seconds(3))
        #expect(channel.isActive == !isEnding)
        _ = try? await channel.finish()
    }
}
