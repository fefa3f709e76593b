internal import RadarEngine
internal import Tables
internal import TrackingModel
internal import Foundation
internal import TrackingEngine
internal import VisitModel
internal import VisitPipeline

enum TrackingOptionsDisplay {
    /// A warning about a document, with its place.
    struct Remark {
        let warning: ConfigurationWarning
        /// The place in the document; `nil` where the option is not in it.
        let place: OptionPlaces.Place?
    }

    static let remarks: [Column<Remark>] = [
        Column("line", isRightAligned: true) { $0.place.map { .integer($0.line) } ?? .nothing },
        Column("column", in: .programs) { $0.place.map { .integer($0.column) } ?? .nothing },
        Column("option") { .text($0.warning.option) },
        Column("code") { .text($0.warning.code.rawValue) },
        Column("message") { .text($0.warning.message) },
    ]

    static let slots: [Column<TrackingOptionsSlot>] = [
        Column("os") { .text($0.target.platform.rawValue) },
        Column("environment") { .text($0.target.environment.rawValue) },
        Column("trip") { .text($0.target.isOnTrip ? "on" : "off") },
        Column("preset", in: .programs) { slot in
            if case .preset(let preset) = slot.options?.content { .text(preset.rawValue) } else { .nothing }
        },
        Column("options", "set", in: [.table]) { .text(summary($0)) },
        Column("options", in: .programs) { $0.options.map { .json($0.document) } ?? .nothing },
        Column("updated_at", "updated (UTC)") { .optional($0.updatedAt) },
        Column("warnings", in: [.json]) { .json(json($0.options?.warnings ?? [])) },
        Column("warnings", in: [.csv]) { .list(($0.options?.warnings ?? []).map(\.message)) },
        Column("warnings", in: [.table], isRightAligned: true) { slot in
            slot.options.map { .integer($0.warnings.count) } ?? .nothing
        },
        Column("problem") { .optional($0.problem) },
    ]

    static func summary(_ slot: TrackingOptionsSlot) -> String {
        guard slot.isSet else { return "nothing" }
        return switch slot.options?.content {
        case .preset(let preset): "the preset \(preset.rawValue)"
        case .custom: "a document"
        case nil: "what can't be used"
        }
    }

    static func report(_ warnings: [ConfigurationWarning], _ console: Console) {
        for warning in warnings { console.errors("warning: \(warning.message) (\(warning.code.rawValue))") }
    }

    private static func json(_ warnings: [ConfigurationWarning]) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(warnings)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
    }
}
