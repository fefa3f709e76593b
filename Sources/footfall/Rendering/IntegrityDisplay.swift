internal import VisitStore

/// Formats a finding of the integrity check.
enum IntegrityDisplay {
    static let columns: [Column<IntegrityFinding>] = [
        Column("rule") { .text($0.rule) },
        Column("detail") { .text($0.detail) },
    ]
}
