internal import VisitModel

/// The stored form of a visit's reasons: `proven:4.2 gap_after:-1.1`.
enum ReasonText {
    static func text(_ reasons: [Visit.Reason]) -> String {
        var text = ""
        for reason in reasons {
            if !text.isEmpty { text += " " }
            text += reason.term.rawValue
            text += ":"
            text += reason.weight.description
        }
        return text
    }

    /// Decodes stored reasons; a term that only a newer version knows is left out.
    static func reasons(_ text: UnsafeBufferPointer<UInt8>) -> [Visit.Reason] {
        text.split(separator: UInt8(ascii: " ")).compactMap { part in
            let pair = part.split(separator: UInt8(ascii: ":"), maxSplits: 1)
            guard pair.count == 2, let term = Visit.Term(rawValue: String(decoding: pair[0], as: UTF8.self)),
                let weight = Double(String(decoding: pair[1], as: UTF8.self))
            else { return nil }
            return Visit.Reason(term, weight: weight)
        }
    }
}
