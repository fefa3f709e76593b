import Testing

@testable import footfall

@Suite("The review queue of the command line")
struct QueueTests {
    /// A stay that one fix and a gap of 17 minutes leave open.
    private static let track = """
        member,device,time,lat,lon,accuracy
        M-1,phone-1,2024-03-05T13:55:00Z,51.5190,-0.1,12
        M-1,phone-1,2024-03-05T13:58:00Z,51.5124,-0.1,12
        M-1,phone-1,2024-03-05T14:00:00Z,51.5106,-0.1005,20
        M-1,phone-1,2024-03-05T14:17:00Z,51.5056,-0.1011,12
        M-1,phone-1,2024-03-05T14:25:00Z,51.5020,-0.1021,12
        M-1,phone-1,2024-03-05T14:27:00Z,51.4980,-0.103,12

        """

    @Test("a visit waits until it is decided, and closing its month says so")
    func queue() async throws {
        let bench = try CommandBench()
        _ = await bench.run("facilities", "import", try bench.file("facilities.csv", CommandBench.facilities))
        _ = await bench.run("members", "import", try bench.file("members.csv", CommandBench.members))
        _ = await bench.run("replay", try bench.file("track.csv", Self.track))
        let queue = await bench.run("visits", "queue", "--month", "2024-03").output
        #expect(queue.contains("G-1") && queue.hasSuffix("1 visit waits\n"), "\(queue)")
        #expect(await bench.run("visits", "queue", "--month", "2024-02").output.hasSuffix("0 visits wait\n"))
        #expect(await bench.run("visits", "queue", "--queue", "acknowledge").output.hasSuffix("0 visits wait\n"))
        let closed = await bench.run("report", "close", "2024-03")
        #expect(closed.output == "2024-03 is closed: 0 visits\n")
        #expect(closed.errors.contains("1 visit of 2024-03 waits for a decision"), "\(closed.errors)")
        let id = try #require(queue.split(separator: "\n").dropFirst().first?.split(separator: " ").last)
        _ = await bench.run("visits", "confirm", String(id))
        #expect(await bench.run("visits", "queue").output.hasSuffix("0 visits wait\n"))
        #expect(await bench.run("visits", "queue", "--limit", "0").status == 64)
    }
}
