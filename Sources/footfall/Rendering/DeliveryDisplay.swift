internal import Tables
internal import VisitModel
internal import VisitStore

enum DeliveryDisplay {
    static let columns: [Column<DeliveryReport>] = [
        Column("message") { .text($0.message.text) },
        Column("type") { .text($0.type.rawValue) },
        Column("subject", "about") { .text($0.subject) },
        Column("endpoint") { .text($0.endpoint.text) },
        Column("queued_at", "queued (UTC)") { .time($0.queuedAt) },
        Column("state", in: .programs) { .text($0.state.rawValue) },
        Column("state", in: [.table]) { .text(state($0)) },
        Column("due_at", in: .programs) { .optional($0.dueAt) },
        Column("attempts", "tries", isRightAligned: true) { .integer($0.attempts) },
        Column("last_attempt_at", in: .programs) { .optional($0.last?.at) },
        Column("last_outcome", in: .programs) { .optional($0.last?.outcome) },
        Column("last_status", in: .programs) { $0.last?.status.map { .integer($0) } ?? .nothing },
        Column("last_detail", in: .programs) { .optional($0.last?.detail) },
        Column("last_took_ms", in: .programs) { $0.last.map { .integer(Int($0.tookMilliseconds)) } ?? .nothing },
        Column("last_response", in: .programs) { .optional($0.last.map { ResponseText.all($0.response) }) },
        Column("last try", in: [.table]) { .optional($0.last.map(outcome)) },
    ]

    struct Attempt {
        let endpoint: EndpointID
        let report: AttemptReport
    }

    static let tries: [Column<Attempt>] = [
        Column("endpoint") { .text($0.endpoint.text) },
        Column("attempt", "try", isRightAligned: true) { .integer($0.report.number) },
        Column("at", "at (UTC)") { .time($0.report.at) },
        Column("took_ms", "ms", isRightAligned: true) { .integer(Int($0.report.tookMilliseconds)) },
        Column("outcome", in: .programs) { .text($0.report.outcome) },
        Column("status", in: .programs) { $0.report.status.map { .integer($0) } ?? .nothing },
        Column("detail", in: .programs) { .optional($0.report.detail) },
        Column("response", in: .programs) { .optional(ResponseText.all($0.report.response)) },
        Column("outcome", in: [.table]) { .text(outcome($0.report)) },
    ]

    static func state(_ delivery: DeliveryReport) -> String {
        switch delivery.state {
        case .pending: delivery.dueAt.map { "due \($0.iso8601)" } ?? "due"
        case .waiting: "waits for the previous message"
        case .delivered: "delivered"
        case .dead: "given up"
        }
    }

    private static func outcome(_ attempt: AttemptReport) -> String {
        guard let status = attempt.status else { return attempt.detail ?? attempt.outcome }
        return "\(status)" + (ResponseText.firstLine(attempt.response).map { " \($0)" } ?? "")
    }
}

/// Formats a receiver's response as text that is safe for a terminal.
enum ResponseText {
    static func all(_ bytes: [UInt8]) -> String { printable(bytes[...]) }

    /// The beginning of the first line, at most 60 bytes; `nil` where it is empty.
    static func firstLine(_ bytes: [UInt8]) -> String? {
        let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }.prefix(60)
        return line.isEmpty ? nil : printable(line)
    }

    /// Replaces control characters and invalid UTF-8, because a response can contain anything.
    private static func printable(_ bytes: ArraySlice<UInt8>) -> String {
        var text = ""
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
                text += scalar == "\n" ? "\n" : "\u{FFFD}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
