internal import TrackingModel
/// The supported values of a numeric option, and the treatment of others.
public struct OptionLimits: Hashable, Sendable {
    /// The upper end of options without one: far beyond any sensible value, and still safe as a duration.
    static let most = 1e12

    /// The supported values, in the option's own unit.
    public let range: ClosedRange<Double>
    /// The greatest value that switches the option off; `nil` where it cannot be off.
    public let offUpTo: Double?

    init(_ range: ClosedRange<Double>, offUpTo: Double? = nil) {
        self.range = range
        self.offUpTo = offUpTo
    }

    init(atLeast least: Double, offUpTo: Double? = nil) {
        self.init(least...Self.most, offUpTo: offUpTo)
    }

    /// The nearest supported value; `nil` where the value switches the option off.
    ///
    /// Not-a-number switches the option off, or gives the least value where it cannot be off.
    public func applied(to value: Double) -> Double? {
        if let offUpTo, value <= offUpTo || value.isNaN { return nil }
        guard !value.isNaN else { return range.lowerBound }
        return min(max(value, range.lowerBound), range.upperBound)
    }

    /// The nearest supported value of an option that cannot be off.
    func clamped(_ value: Double) -> Double { applied(to: value) ?? range.lowerBound }

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
