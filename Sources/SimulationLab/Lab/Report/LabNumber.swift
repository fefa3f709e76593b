/// Formats numbers for a lab's report, independently of the machine's locale.
enum LabNumber {
    /// A number with a fixed number of decimals, at most 3.
    static func text(_ value: Double, _ decimals: Int) -> String {
        guard value.isFinite else { return "–" }
        let factor = [1.0, 10, 100, 1000][min(max(0, decimals), 3)]
        let scaled = (abs(value) * factor).rounded()
        guard scaled < 1e15 else { return shortText(value) }
        let whole = Int(scaled)
        let sign = value < 0 && whole > 0 ? "-" : ""
        guard decimals > 0 else { return "\(sign)\(whole)" }
        let rest = String(whole % Int(factor))
        let padding = String(repeating: "0", count: decimals - rest.count)
        return "\(sign)\(whole / Int(factor)).\(padding)\(rest)"
    }

    /// A difference, with its sign.
    static func signed(_ value: Double, _ decimals: Int) -> String {
        let text = text(value, decimals)
        return text.hasPrefix("-") || text.allSatisfy({ $0 == "0" || $0 == "." }) ? text : "+" + text
    }

    /// An interval: `91.0 to 95.2`.
    static func interval(_ estimate: LabEstimate, _ decimals: Int) -> String {
        "\(text(estimate.low, decimals)) to \(text(estimate.high, decimals))"
    }
}
