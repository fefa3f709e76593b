internal import VisitStore

/// Formats a finding of the integrity check.
enum SoundnessDisplay {
    static let columns: [Column<SoundnessFinding>] = [
        Column("rule") { .text($0.rule) },
        Column("detail") { .text($0.detail) },
    ]
}
