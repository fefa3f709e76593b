import Synchronization
import Testing
import VisitModel

@testable import VisitServer

@Suite("The date of responses")
struct ResponseDateTests {
    @Test(
        "A time is written as HTTP wants it",
        arguments: [
            (784_111_777_000, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (-86_400_000, "Wed, 31 Dec 1969 00:00:00 GMT"),
            (1_709_251_199_999, "Thu, 29 Feb 2024 23:59:59 GMT"), (1_710_158_400_000, "Mon, 11 Mar 2024 12:00:00 GMT"),
        ] as [(Int64, String)]
    )
    func text(milliseconds: Int64, expected: String) {
        #expect(ResponseDate.text(of: Timestamp(milliseconds: milliseconds)) == expected)
    }

    @Test("It follows the clock, also backwards")
    func follows() {
        let clock = Clock()
        let date = ResponseDate { clock.now }
        for (moved, second) in [(0, "37"), (900, "37"), (1_000, "38"), (-1_000, "36")] as [(Int64, String)] {
            clock.set(784_111_777_000 + moved)
            #expect(date.text == "Sun, 06 Nov 1994 08:49:\(second) GMT")
        }
    }

    private final class Clock: Sendable {
        private let milliseconds = Mutex<Int64>(0)
        var now: Timestamp { Timestamp(milliseconds: milliseconds.withLock { $0 }) }
        func set(_ value: Int64) { milliseconds.withLock { $0 = value } }
    }
}
