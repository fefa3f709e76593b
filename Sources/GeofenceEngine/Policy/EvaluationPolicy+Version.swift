internal import VisitModel

extension EvaluationPolicy {
    /// The policy's name and a digest of its values, as stored on each visit: `standard-3f9k2m7q`.
    ///
    /// Two policies with equal values have the same digest, whatever their names.
    public var version: String {
        var digest = StableDigest()
        digest.combine(String(reflecting: hygiene))
        digest.combine(String(reflecting: evaluation))
        digest.combine(String(reflecting: visits))
        digest.combine(String(reflecting: confidence))
        return "\(name)-\(StableDigest.text(of: digest.value).suffix(8))"
    }
}
