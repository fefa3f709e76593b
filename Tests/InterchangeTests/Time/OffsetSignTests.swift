import Testing
import VisitModel

@testable import Interchange

@Suite("The sign of an offset that a client sent unencoded")
struct OffsetSignTests {
    @Test(
        "is restored behind a date and a time of day, and nowhere else",
        arguments: [
            ("2026-01-01T00:00:00 01:00", "2026-01-01T00:00:00+01:00"),
            ("2026-01-01T00:00:00.250 0530", "2026-01-01T00:00:00.250+0530"),
            ("2026-01-01T00:00 02", "2026-01-01T00:00+02"),
            ("2026-01-01 00:00:00 01:00", "2026-01-01 00:00:00+01:00"),
            ("20260101T000000 0100", "20260101T000000+0100"),
            ("2026-01-01 00:00", nil), ("2026-01-01 00:00:00", nil), ("2026-01-01T00:00:00+01:00", nil),
            ("2026-01-01T00:00:00Z", nil), ("2026-01-01T00:00:00 +01:00", nil), ("2026-01-01 01", nil),
            ("1767225600 01:00", nil), ("LA Fitness 24", nil), ("", nil), (" ", nil),
            ("2026-13-01T00:00:00 01:00", nil),
        ]
    )
    func restored(text: String, expected: String?) throws {
        #expect(OffsetSign.restored(in: text) == expected ?? text)
        if let expected { _ = try TimestampParser().parse(expected) }
    }
}
