import Testing
import VisitModel
import WebhookDelivery

@Suite("Retry-After")
struct RetryAfterTests {
    /// 1994-11-06T08:49:37Z, the example of RFC 9110, section 5.6.7.
    private static let example = Timestamp(milliseconds: 784_111_777_000)

    @Test(
        "a number of seconds, or a date in one of three forms, 90 s before the date",
        arguments: [
            ("0", 0), ("120", 120), ("00120", 120), (" 120\t", 120), ("9223372036854775807", Int64.max),
            ("Sun, 06 Nov 1994 08:49:37 GMT", 90), ("Sunday, 06-Nov-94 08:49:37 GMT", 90),
            ("Sun Nov  6 08:49:37 1994", 90), ("Sun Nov 06 08:49:37 1994", 90),
            ("  Sun, 06 Nov 1994 08:49:37 GMT ", 90),
            // The day of the week is not held against the date.
            ("Mon, 06 Nov 1994 08:49:37 GMT", 90),
            // Past.
            ("Sun, 06 Nov 1994 08:48:07 GMT", 0), ("Sun, 06 Nov 1994 08:48:06 GMT", 0),
            ("Fri, 01 Jan 1600 00:00:00 GMT", 0),
            // A leap second, a leap day and the turn of the year.
            ("Sun, 06 Nov 1994 08:49:60 GMT", 113), ("Sun, 06 Nov 1994 23:59:59 GMT", 54_712),
            ("Thu, 29 Feb 1996 08:48:07 GMT", 41_472_000), ("Sun, 01 Jan 1995 00:00:00 GMT", 4_806_713),
            // Two digits of a year: 2044 is 50 years ahead, 45 is 1945.
            ("Sunday, 06-Nov-44 08:48:07 GMT", 1_577_923_200), ("Monday, 06-Nov-45 08:48:07 GMT", 0),
        ]
    )
    func accepted(line: (value: String, seconds: Int64)) {
        let now = Self.example.advanced(bySeconds: -90)
        #expect(RetryAfter.parse(line.value, now: now) == .seconds(line.seconds), "\(line.value)")
    }

    @Test(
        "what is neither is left alone",
        arguments: [
            "", " ", "-1", "+5", "1.5", "5s", "5, 6", "٥", "1e3", "9223372036854775808", "99999999999999999999999",
            "soon", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49:37 gmt",
            "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT",
            "Son, 06 Nov 1994 08:49:37 GMT", "Sun 06 Nov 1994 08:49:37 GMT", "Sun, 31 Nov 1994 08:49:37 GMT",
            "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 29 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
            "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Nov 1994 8:49:37 GMT",
            "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06  Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT",
            "Sunday, 06 Nov 94 08:49:37 GMT", "Sun, 06-Nov-94 08:49:37 GMT", "Sun Nov 6 08:49:37 1994",
            "Sun Nov  16 08:49:37 1994", "Sun Nov  6 08:49:37 94", "1994-11-06T08:49:37Z",
            "Sun, 06 Nov 1994 08:49:37 GMT GMT", "Sun, 0٦ Nov 1994 08:49:37 GMT",
            String(repeating: "Sun ", count: 10_000), String(repeating: "9", count: 10_000),
        ]
    )
    func refused(value: String) {
        #expect(RetryAfter.parse(value, now: Self.example) == nil)
    }

    @Test(
        "dates with two digits of a year are never more than 50 years ahead",
        arguments: [1970, 1999, 2000, 2026, 2099]
    )
    func twoDigits(year: Int) throws {
        let day = try #require(CivilDate(year: year, month: 7, day: 1))
        let now = Timestamp(milliseconds: Int64(day.daysSince1970) * 86_400_000)
        for ahead in 1...50 {
            let digits = (year + ahead) % 100
            let text = "Monday, 01-Jul-\(digits / 10)\(digits % 10) 00:00:00 GMT"
            let later = try #require(CivilDate(year: year + ahead, month: 7, day: 1))
            #expect(RetryAfter.parse(text, now: now) == .seconds((later.daysSince1970 - day.daysSince1970) * 86_400))
        }
        let digits = (year + 51) % 100
        let past = "Monday, 01-Jul-\(digits / 10)\(digits % 10) 00:00:00 GMT"
        #expect(RetryAfter.parse(past, now: now) == .zero)
    }
}
