/// Places the labels of a chart's marks so that none hides another.
enum MarkLabels {
    /// A point of the chart.
    struct Place: Hashable {
        let x, y: Double

        func distance(to other: Place) -> Double {
            let (x, y) = (other.x - x, other.y - y)
            return (x * x + y * y).squareRoot()
        }
    }

    /// Finds a place beside each mark, in the order of the marks.
    ///
    /// - Parameters:
    ///   - marks: the positions of the marks.
    ///   - frame: the area for the labels.
    /// - Returns: a place for each mark; where none is free, the last candidate.
    static func places(
        beside marks: [Place],
        in frame: (x: ClosedRange<Double>, y: ClosedRange<Double>)
    ) -> [Place] {
        var taken: [Place] = []
        for mark in marks {
            let candidates = offsets.map { Place(x: mark.x + $0.x, y: mark.y + $0.y) }
                .filter { frame.x.contains($0.x) && frame.y.contains($0.y) }
            let free = candidates.first { candidate in
                taken.allSatisfy { $0.distance(to: candidate) > 17 }
                    && marks.allSatisfy { $0.distance(to: candidate) > 12 }
            }
            taken.append(free ?? candidates.last ?? mark)
        }
        return taken
    }

    /// The offsets of the candidates from a mark, near ones first.
    private static let offsets: [Place] = [16.0, 34, 52, 70].flatMap { far -> [Place] in
        let near = far * 0.71
        return [
            Place(x: near, y: -near), Place(x: far, y: 0), Place(x: -far, y: 0), Place(x: 0, y: far),
            Place(x: 0, y: -far),
            Place(x: near, y: near), Place(x: -near, y: -near), Place(x: -near, y: near),
        ]
    }
}
