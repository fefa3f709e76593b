internal import TrackingModel

/// Which values of a numeric option are supported, and what is done with the others.
public struct OptionLimits: Hashable, Sendable {
    /// The most that any option takes: far more than anyone means, and still a length of time that can be reckoned
    /// with.
    static let most = 1e12

    /// The supported values, in the option's own unit.
    public let range: ClosedRange<Double>
    /// A value of this much or less switches the option off; `nil` where it can't be off.
    public let offUpTo: Double?

    /// Makes limits.
    ///
    /// - Parameters:
    ///   - range: the supported values.
    ///   - offUpTo: what switches the option off, itself and everything below.
    init(_ range: ClosedRange<Double>, offUpTo: Double? = nil) {
        self.range = range
        self.offUpTo = offUpTo
    }

    /// Makes limits without an upper end.
    ///
    /// - Parameters:
    ///   - least: the least supported value.
    ///   - offUpTo: what switches the option off, itself and everything below.
    init(atLeast least: Double, offUpTo: Double? = nil) {
        self.init(least...Self.most, offUpTo: offUpTo)
    }

    /// The value that is used for a given one.
    ///
    /// - Parameter value: as it was set.
    /// - Returns: the nearest supported value, `nil` where the option is off. Not-a-number is off, or the least value.
    public func applied(to value: Double) -> Double? {
        if let offUpTo, value <= offUpTo || value.isNaN { return nil }
        guard !value.isNaN else { return range.lowerBound }
        return min(max(value, range.lowerBound), range.upperBound)
    }

    /// The value that is used for a given one of an option that can't be off.
    ///
    /// - Parameter value: as it was set.
    /// - Returns: the nearest supported value.
    func clamped(_ value: Double) -> Double { applied(to: value) ?? range.lowerBound }

    /// The same for a count.
    func clamped(_ count: Int) -> Int { Int(clamped(Double(count))) }
}

extension OptionLimits: CustomStringConvertible {
    /// The limits as a table shows them, for instance `500 or more` or `60 or more; 0 or less is off`.
    public var description: String {
        let least = ConfigValue.number(range.lowerBound).document
        let most = ConfigValue.number(range.upperBound).document
        let span = range.upperBound == Self.most ? "\(least) or more" : "\(least) to \(most)"
        guard let offUpTo else { return span }
        return "\(span); \(ConfigValue.number(offUpTo).document) or less is off"
    }
}
