internal import VisitStore

/// How a finding of the check is shown.
enum SoundnessDisplay {
    static let columns: [Column<SoundnessFinding>] = [
        Column("rule") { .text($0.rule) },
        Column("detail") { .text($0.detail) },
    ]
}
