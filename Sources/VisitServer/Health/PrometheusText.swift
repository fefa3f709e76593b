/// Metrics in Prometheus' text exposition format 0.0.4.
struct PrometheusText {
    private(set) var text = ""

    enum Kind: String {
        case counter, gauge, histogram
    }

    /// Begins a metric.
    mutating func metric(_ name: String, _ kind: Kind, _ help: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    }

    /// Adds a value of the last metric.
    mutating func value(_ name: String, _ labels: [(String, String)] = [], _ value: some LosslessStringConvertible) {
        let list = labels.map { "\($0.0)=\"\(Self.escaped($0.1))\"" }.joined(separator: ",")
        text += list.isEmpty ? "\(name) \(value)\n" : "\(name){\(list)} \(value)\n"
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}
