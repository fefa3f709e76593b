import Testing
import VisitModel
import WebhookDelivery

@Suite("How fast an endpoint is sent to")
struct EndpointPaceTests {
    private static let start = Timestamp(milliseconds: 1_760_000_000_000)
    private static let success = AttemptOutcome.answered(status: 200, retryAfter: nil)

    private static func later(_ seconds: Double) -> Timestamp { start.advanced(bySeconds: seconds) }

    @Test("it begins with four and rises by one each time that as many have succeeded, to 64")
    func rises() {
        var pace = EndpointPace()
        for limit in 4...70 {
            #expect(pace.limit == min(64, limit))
            #expect(pace.room(inFlight: 0, now: Self.start) == pace.limit)
            #expect(pace.room(inFlight: pace.limit - 1, now: Self.start) == 1)
            #expect(pace.room(inFlight: pace.limit + 5, now: Self.start) == 0)
            for _ in 0..<pace.limit { pace.record(Self.success, at: Self.start) }
        }
        #expect(pace.pausedUntil == nil)
    }

    @Test("an endpoint that never answers never gets more than four, and one each minute in the end")
    func hangs() {
        var pace = EndpointPace()
        var (clock, underWay, sent) = (0.0, [Double](), [Double]())
        while clock < 3_600 {
            for _ in 0..<pace.room(inFlight: underWay.count, now: Self.later(clock)) {
                underWay.append(clock + 15)
                sent.append(clock)
            }
            #expect(underWay.count <= 4)
            clock += 0.5
            for _ in underWay.filter({ $0 <= clock }) { pace.record(.timedOut, at: Self.later(clock)) }
            underWay.removeAll { $0 <= clock }
        }
        #expect(sent.prefix(4) == [0, 0, 0, 0])
        // 15 s until it is given up, then the pause.
        #expect(Array(sent.dropFirst(4).prefix(6)) == [20, 45, 80, 135, 210, 285])
        #expect(sent.last.map { $0 > 3_500 } == true)
    }

    @Test(
        "many that fail together begin one pause",
        arguments: [
            .timedOut, .unreachable, .answered(status: 503, retryAfter: nil),
        ] as [AttemptOutcome]
    )
    func together(outcome: AttemptOutcome) {
        var pace = EndpointPace()
        for _ in 0..<60 { pace.record(Self.success, at: Self.start) }
        for moment in 0..<64 { pace.record(outcome, at: Self.later(Double(moment) / 100)) }
        #expect(pace.limit == 1)
        #expect(pace.pausedUntil == Self.later(5))
        #expect(pace.room(inFlight: 0, now: Self.later(4.999)) == 0)
        #expect(pace.room(inFlight: 0, now: Self.later(5)) == 1)
        pace.record(outcome, at: Self.later(5))
        #expect(pace.pausedUntil == Self.later(15))
        pace.record(Self.success, at: Self.later(16))
        #expect(pace.limit == 2)
        pace.record(outcome, at: Self.later(17))
        #expect(pace.pausedUntil == Self.later(22) && pace.limit == 1)
    }

    @Test(
        "the receiver's own pause holds, within a second and an hour",
        arguments: [
            (0, 1), (1, 1), (30, 30), (3_600, 3_600), (3_601, 3_600), (Int.max, 3_600),
        ]
    )
    func requested(line: (requested: Int, seconds: Int)) {
        var pace = EndpointPace()
        let outcome = AttemptOutcome.answered(status: 429, retryAfter: .seconds(line.requested))
        pace.record(outcome, at: Self.start)
        #expect(pace.limit == 1)
        #expect(pace.pausedUntil == Self.later(Double(line.seconds)))
        // A success that was under way ends no pause; a shorter request after it neither.
        pace.record(Self.success, at: Self.start)
        pace.record(.answered(status: 429, retryAfter: .seconds(1)), at: Self.start)
        pace.record(.timedOut, at: Self.start)
        #expect(pace.pausedUntil == Self.later(Double(line.seconds)))
    }

    @Test("an endpoint that works again goes on at once, one at a time, unless it requested the pause itself")
    func resumed() {
        var pace = EndpointPace()
        pace.record(.timedOut, at: Self.start)
        pace.record(.timedOut, at: Self.later(6))
        #expect(pace.room(inFlight: 0, now: Self.later(7)) == 0)
        pace.resume()
        #expect(pace.room(inFlight: 0, now: Self.later(7)) == 1)
        // The next pause is as short as the first.
        pace.record(.timedOut, at: Self.later(8))
        #expect(pace.pausedUntil == Self.later(13))

        pace.record(.answered(status: 429, retryAfter: .seconds(60)), at: Self.later(20))
        pace.resume()
        #expect(pace.pausedUntil == Self.later(80))
        // Its own pause after that one is ours again.
        pace.record(.timedOut, at: Self.later(90))
        pace.resume()
        #expect(pace.room(inFlight: 0, now: Self.later(90)) == 1)
    }

    @Test(
        "failures that can be the message's fault change nothing",
        arguments: [
            .answered(status: 400, retryAfter: nil), .answered(status: 500, retryAfter: .seconds(60)), .refused,
            .interrupted,
            .answered(status: 302, retryAfter: nil), .answered(status: 410, retryAfter: nil),
        ] as [AttemptOutcome]
    )
    func unchanged(outcome: AttemptOutcome) {
        var pace = EndpointPace()
        for round in 0..<3 {
            let before = pace
            pace.record(outcome, at: Self.start)
            #expect(pace == before, "round \(round)")
            pace.record(round == 0 ? Self.success : .timedOut, at: Self.start)
        }
    }
}
