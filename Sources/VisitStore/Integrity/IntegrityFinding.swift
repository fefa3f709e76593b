/// An integrity violation in a database.
public struct IntegrityFinding: Hashable, Sendable {
    /// The violated rule: a short name, for programs.
    public let rule: String
    /// A description of the violation, for the operator.
    public let detail: String

    /// Creates a finding.
    public init(rule: String, detail: String) {
        self.rule = rule
        self.detail = detail
    }
}
