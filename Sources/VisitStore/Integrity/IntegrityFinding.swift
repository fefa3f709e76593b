/// An integrity violation in a database.
package struct IntegrityFinding: Hashable, Sendable {
    /// The violated rule: a short name, for programs.
    package let rule: String
    /// A description of the violation, for the operator.
    package let detail: String

    /// Creates a finding.
    package init(rule: String, detail: String) {
        self.rule = rule
        self.detail = detail
    }
}
