extension Duration {
    /// Whole milliseconds, truncated towards zero and saturated at the limits of `Int64`.
    public var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflows) = seconds.multipliedReportingOverflow(by: 1000)
        guard !overflows else { return seconds < 0 ? .min : .max }
        return product.addingSaturated(attoseconds / 1_000_000_000_000_000)
    }
}

extension Timestamp {
    /// The time a duration later, truncated to the millisecond and saturated at the limits; negative for earlier.
    public func advanced(by duration: Duration) -> Timestamp {
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
