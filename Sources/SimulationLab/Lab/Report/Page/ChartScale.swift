internal import Foundation

struct ChartScale {
    /// The numbers at both ends.
    let range: ClosedRange<Double>
    /// The positions of both ends in the chart; the end may lie before the start.
    let start, end: Double
    /// Whether equal factors are equally far apart.
    let isLogarithmic: Bool
    let ticks: [Double]

    /// A linear scale with a range that may start at any number.
    init(evenly range: ClosedRange<Double>, from start: Double, to end: Double) {
        let span = max(range.upperBound - range.lowerBound, 1e-9)
        let raw = span / 4
        let power = pow(10, floor(log10(raw)))
        let step = [1, 2, 5, 10].map { $0 * power }.first { $0 >= raw } ?? raw
        let (first, last) = ((range.lowerBound / step).rounded(.down), (range.upperBound / step).rounded(.up))
        self.init(
            range: first * step...max(last, first + 1) * step,
            start: start,
            end: end,
            isLogarithmic: false,
            ticks: (Int(first)...Int(max(last, first + 1))).map { Double($0) * step }
        )
    }

    /// A linear scale from 0, or a logarithmic one where the positive numbers differ by a factor of more than 30.
    init(positive values: [Double], from start: Double, to end: Double) {
        let positive = values.filter { $0 > 0 }
        guard let low = positive.min(), let high = positive.max(), high > low * 30 else {
            self.init(evenly: 0...max(values.max() ?? 1, 1e-6), from: start, to: end)
            return
        }
        // The scale has at most about three decades below the largest number; smaller ones are drawn at its start.
        let first = max(floor(log10(low)), floor(log10(high)) - 3)
        let last = ceil(log10(high))
        self.init(
            range: pow(10, first)...pow(10, last),
            start: start,
            end: end,
            isLogarithmic: true,
            ticks: (Int(first)...Int(last)).map { pow(10, Double($0)) }
        )
    }

    private init(range: ClosedRange<Double>, start: Double, end: Double, isLogarithmic: Bool, ticks: [Double]) {
        (self.range, self.start, self.end) = (range, start, end)
        (self.isLogarithmic, self.ticks) = (isLogarithmic, ticks)
    }

    /// The position of a number in the chart; numbers outside the range are clamped.
    func place(_ value: Double) -> Double {
        let inside = min(max(value, range.lowerBound), range.upperBound)
        let share =
            isLogarithmic
            ? log10(inside / range.lowerBound) / log10(range.upperBound / range.lowerBound)
            : (inside - range.lowerBound) / (range.upperBound - range.lowerBound)
        return start + (end - start) * share
    }

    /// A tick's label, as short as it reads back.
    func text(_ tick: Double) -> String {
        tick >= 10_000 ? "\(shortText((tick / 100).rounded() / 10)) k" : shortText((tick * 1e6).rounded() / 1e6)
    }
}
