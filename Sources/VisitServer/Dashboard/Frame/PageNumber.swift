internal import Foundation
internal import VisitModel

enum PageNumber {
    /// With commas between thousands.
    static func text(_ number: Int) -> String {
        var text = ""
        for (index, digit) in String(number.magnitude).reversed().enumerated() {
            if index > 0, index % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return (number < 0 ? "-" : "") + String(text.reversed())
    }

    static func text(_ number: Int, _ one: String, _ many: String) -> String {
        "\(text(number)) \(number == 1 ? one : many)"
    }

    /// To a fence's edge; negative inside.
    static func distance(_ meters: Double) -> String {
        meters <= 0 ? "inside the fence" : Distance.spoken(meters: meters)
    }

    static func duration(_ seconds: Double) -> String {
        let minutes = max(0, Int(seconds / 60))
        return minutes < 60 ? "\(minutes) min" : "\(text(minutes / 60)) h \(minutes % 60) min"
    }
}
