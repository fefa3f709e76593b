internal import VisitModel

/// Parses HTTP dates (RFC 9110, section 5.6.7).
enum HTTPDate {
    /// Parses any of the three formats; the day name must be valid, but is not checked against the date.
    static func parse(_ text: String, now: Timestamp) -> Timestamp? {
        // The longest form, with Wednesday, has 33 characters.
        guard text.utf8.count <= 33 else { return nil }
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        switch parts.count {
        case 6 where parts[0].hasSuffix(","): return preferred(parts)
        case 4: return rfc850(parts, now)
        case 5, 6: return asctime(parts)
        default: return nil
        }
    }

    /// `Sun, 06 Nov 1994 08:49:37 GMT`, the only format that senders may still generate.
    private static func preferred(_ parts: [Substring]) -> Timestamp? {
        guard days.contains(where: { parts[0] == $0.prefix(3) + "," }), parts[5] == "GMT",
            let day = number(parts[1], digits: 2), let month = month(parts[2]), let year = number(parts[3], digits: 4)
        else { return nil }
        return time(year, month, day, parts[4])
    }

    /// `Sunday, 06-Nov-94 08:49:37 GMT`; the two-digit year is the latest one at most 50 years ahead.
    private static func rfc850(_ parts: [Substring], _ now: Timestamp) -> Timestamp? {
        let date = parts[1].split(separator: "-", omittingEmptySubsequences: false)
        guard days.contains(where: { parts[0] == $0 + "," }), parts[3] == "GMT", date.count == 3,
            let day = number(date[0], digits: 2), let month = month(date[1]), let digits = number(date[2], digits: 2)
        else { return nil }
        let latest = CivilDate(daysSince1970: Int(now.milliseconds / 86_400_000)).year + 50
        let year = latest - ((latest - digits) % 100 + 100) % 100
        return time(year, month, day, parts[2])
    }

    /// `Sun Nov  6 08:49:37 1994`, as C's `asctime` writes it: the day has two digits, or a space and one digit.
    private static func asctime(_ parts: [Substring]) -> Timestamp? {
        let isPadded = parts.count == 6
        guard days.contains(where: { parts[0] == $0.prefix(3) }), let month = month(parts[1]),
            !isPadded || parts[2].isEmpty, let day = number(parts[isPadded ? 3 : 2], digits: isPadded ? 1 : 2),
            let year = number(parts[parts.count - 1], digits: 4)
        else { return nil }
        return time(year, month, day, parts[parts.count - 2])
    }

    private static func time(_ year: Int, _ month: Int, _ day: Int, _ clock: Substring) -> Timestamp? {
        let fields = clock.split(separator: ":", omittingEmptySubsequences: false)
        guard let date = CivilDate(year: year, month: month, day: day), fields.count == 3,
            let hour = number(fields[0], digits: 2), let minute = number(fields[1], digits: 2),
            // 60 is a leap second.
            let second = number(fields[2], digits: 2), hour < 24, minute < 60, second <= 60
        else { return nil }
        return Timestamp(milliseconds: Int64(date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second) * 1000)
    }

    private static func number(_ text: Substring, digits: Int) -> Int? {
        guard text.utf8.count == digits, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text)
    }

    private static func month(_ name: Substring) -> Int? { months.firstIndex { $0 == name }.map { $0 + 1 } }

    private static let days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
