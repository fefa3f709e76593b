internal import VisitModel

extension Duration {
    /// Whole milliseconds, cut off towards zero; the nearest there is where they do not fit.
    var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflows) = seconds.multipliedReportingOverflow(by: 1000)
        guard !overflows else { return seconds < 0 ? .min : .max }
        return product.addingSaturated(attoseconds / 1_000_000_000_000_000)
    }
}

extension Timestamp {
    /// A later time, to the millisecond; the last there is where it does not fit.
    func advanced(by duration: Duration) -> Timestamp {
        Timestamp(milliseconds: milliseconds.addingSaturated(duration.wholeMilliseconds))
    }
}

extension Int64 {
    fileprivate func addingSaturated(_ other: Int64) -> Int64 {
        let (sum, overflows) = addingReportingOverflow(other)
        guard overflows else { return sum }
        return other < 0 ? .min : .max
    }
}
