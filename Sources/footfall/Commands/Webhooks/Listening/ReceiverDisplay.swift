internal import Tables
internal import VisitModel

/// Formats received messages, a line for each.
struct ReceiverDisplay {
    private let format: ReceiverFormat
    private var table: TableText
    private var explained: Set<String> = []

    init(_ format: ReceiverFormat) {
        self.format = format
        // Rows are written as they arrive, so the widths are fixed: a time with milliseconds, the longest type, and so
        // on.
        table = TableText(
            titles: ["received (UTC)", "type", "about", "seq", "signature", "webhook-id"],
            rightAligned: [false, false, false, true, false, false],
            widths: [24, 17, 24, 3, 15, 30]
        )
    }

    struct Lines {
        /// With its line break; empty for none.
        var output: [UInt8] = []
        /// For standard error.
        var remark: String?
    }

    /// JSON output has every accepted message once, and nothing else; refused and repeated ones are reported on
    /// standard error.
    mutating func lines(_ message: ReceivedMessage) -> Lines {
        var lines = Lines()
        switch format {
        case .table:
            table.add(row(message))
            table.flush(to: &lines.output)
            if case .refused(let refusal) = message.check, explained.insert(refusal.code).inserted {
                lines.remark = "\(refusal.code): \(refusal.text)"
            }
        case .json:
            let id = TableText.oneLine(message.id ?? "a message without webhook-id")
            if case .refused(let refusal) = message.check {
                lines.remark = "\(id): refused: \(refusal.code): \(refusal.text)"
            } else if message.isRepeated {
                lines.remark = "\(id): again"
            } else {
                // Line breaks occur only between the tokens of JSON, never within a string.
                lines.output = message.body.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 } + [0x0A]
            }
        }
        return lines
    }

    private func row(_ message: ReceivedMessage) -> [String] {
        let check =
            switch message.check {
            case .verified: "verified"
            case .unchecked: "not verified"
            case .refused(let refusal): "refused: \(refusal.code)"
            }
        return [
            message.receivedAt.iso8601, message.content?.type ?? "", message.content?.about ?? "",
            message.content?.sequence.map(String.init) ?? "", check + (message.isRepeated ? ", again" : ""),
            message.id ?? "",
        ]
    }
}
