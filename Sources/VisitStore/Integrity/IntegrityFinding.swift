/// Something in a database that can't be right.
public struct IntegrityFinding: Hashable, Sendable {
    /// The rule that is broken: a short name, for programs.
    public let rule: String
    /// What breaks it, for a person.
    public let detail: String

    /// Makes a finding.
    ///
    /// - Parameters:
    ///   - rule: the rule that is broken.
    ///   - detail: what breaks it.
    public init(rule: String, detail: String) {
        self.rule = rule
        self.detail = detail
    }
}
