internal import Tables

enum ConfigurationDisplay {
    struct Row {
        let option: ConfigurableOption
        let value: ConfiguredValues.Value?
    }

    static let columns: [Column<Row>] = [
        Column("key") { .text($0.option.key) },
        Column("value") { .optional($0.value?.texts.joined(separator: ", ") ?? $0.option.defaultValue) },
        Column("source") { .text($0.value?.source.text ?? "default") },
        Column("variable") { .text($0.option.variable) },
    ]
}
