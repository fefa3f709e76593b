internal import Foundation

/// How numbers lie along the edge of a picture.
struct ChartScale {
    /// Where it begins and ends, in numbers.
    let range: ClosedRange<Double>
    /// Where it begins and ends, in the picture; the end may lie before the beginning.
    let start, end: Double
    /// Whether equal factors are equally far apart.
    let isLogarithmic: Bool
    /// The numbers that are written at the edge.
    let ticks: [Double]

    /// A scale of numbers that may begin anywhere.
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

    /// A scale from nothing on, or by factors where the numbers differ by more than thirty times.
    init(positive values: [Double], from start: Double, to end: Double) {
        let positive = values.filter { $0 > 0 }
        guard let low = positive.min(), let high = positive.max(), high > low * 30 else {
            self.init(evenly: 0...max(values.max() ?? 1, 1e-6), from: start, to: end)
            return
        }
        // Nothing less than a thousandth of the most is told apart from it.
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

    /// Where a number lies in the picture; outside the range at its end.
    func place(_ value: Double) -> Double {
        let inside = min(max(value, range.lowerBound), range.upperBound)
        let share =
            isLogarithmic
            ? log10(inside / range.lowerBound) / log10(range.upperBound / range.lowerBound)
            : (inside - range.lowerBound) / (range.upperBound - range.lowerBound)
        return start + (end - start) * share
    }

    /// A tick in words, as short as it reads back.
    func text(_ tick: Double) -> String {
        tick >= 10_000 ? "\(shortText((tick / 100).rounded() / 10)) k" : shortText((tick * 1e6).rounded() / 1e6)
    }
}
