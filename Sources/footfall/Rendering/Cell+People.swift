internal import VisitModel

extension Cell {
    /// The value as displayed in a table.
    var forPeople: String {
        switch self {
        case .text(let text): text
        case .integer(let number): String(number)
        case .number(let number, let decimals): Self.rounded(number, decimals)
        case .time(let time): Self.spoken(time)
        case .flag(let flag): flag ? "yes" : "no"
        case .list(let texts): texts.joined(separator: ", ")
        case .json(let document): document
        case .nothing: ""
        }
    }

    /// A time in UTC without fractions and separators for programs: `2024-03-01 06:09:38`.
    private static func spoken(_ time: Timestamp) -> String {
        String(time.iso8601.prefix { $0 != "." && $0 != "Z" }.map { $0 == "T" ? " " : $0 })
    }

    /// A number with a fixed count of decimals, halves rounded away from zero.
    static func rounded(_ number: Double, _ decimals: Int) -> String {
        guard number.isFinite, abs(number) < 1e12 else { return number.description }
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        let whole = Int((number * scale).rounded())
        guard decimals > 0 else { return String(whole) }
        let digits = String(abs(whole))
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
        return (whole < 0 ? "-" : "") + padded.dropLast(decimals) + "." + padded.suffix(decimals)
    }
}
