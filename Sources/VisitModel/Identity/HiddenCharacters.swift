/// Characters of a text that are displayed as nothing, or that change the order in which the text is displayed.
///
/// With them two different names look the same, or a name looks like another one. They are the controls, the
/// bidirectional controls (Unicode Standard Annex 9, section 2), the blanks and joiners without width, and the tags.
///
/// The joiners U+200C and U+200D are letters of some scripts: Persian, Urdu and the languages of India and Myanmar are
/// misspelt without them, and many emoji consist of several that are joined. They are hidden everywhere else.
package enum HiddenCharacters {
    /// The first one of a text; `nil` where there is none.
    package static func first(in text: String) -> Unicode.Scalar? {
        guard mayContain(text) else { return nil }
        let scalars = text.unicodeScalars
        return scalars.indices.first { isHidden(at: $0, in: scalars) }.map { scalars[$0] }
    }

    /// The text with a visible escape in place of each one, such as `\u{202E}`, as Swift writes it.
    ///
    /// The controls of ASCII stay, because it depends on the output what they become.
    package static func shown(in text: String) -> String { replaced(in: text, by: escape) }

    package static func replaced(in text: String, by replacement: (Unicode.Scalar) -> String) -> String {
        guard first(in: text) != nil else { return text }
        let scalars = text.unicodeScalars
        var replaced = String.UnicodeScalarView()
        for index in scalars.indices {
            if isHidden(at: index, in: scalars) {
                replaced.append(contentsOf: replacement(scalars[index]).unicodeScalars)
            } else {
                replaced.append(scalars[index])
            }
        }
        return String(replaced)
    }

    /// Such as `\u{202E}`.
    package static func escape(_ scalar: Unicode.Scalar) -> String { "\\u{\(number(scalar))}" }

    /// Such as `U+202E`, for a sentence.
    package static func name(_ scalar: Unicode.Scalar) -> String { "U+\(number(scalar))" }

    private static func number(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// Most texts are ASCII, which has none of them.
    private static func mayContain(_ text: String) -> Bool { text.utf8.contains { $0 >= 0x80 } }

    private static func isHidden(
        at index: String.UnicodeScalarView.Index,
        in scalars: String.UnicodeScalarView
    ) -> Bool {
        switch scalars[index].value {
        case 0x200C, 0x200D: !isJoiner(at: index, in: scalars)
        case 0x80...0x9F, 0xAD, 0x061C, 0x180E, 0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
            0xFFF9...0xFFFB, 0xE0000...0xE007F:
            true
        default: false
        }
    }

    /// Whether a joiner stands where its script, or an emoji, needs it.
    private static func isJoiner(
        at index: String.UnicodeScalarView.Index,
        in scalars: String.UnicodeScalarView
    ) -> Bool {
        guard index > scalars.startIndex else { return false }
        let before = scalars[scalars.index(before: index)]
        if hasJoiners(before) { return true }
        let after = scalars.index(after: index)
        guard scalars[index].value == 0x200D, after < scalars.endIndex else { return false }
        return isEmoji(before) && isEmoji(scalars[after])
    }

    /// Whether a letter or mark is of a script that is written with joiners.
    private static func hasJoiners(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Arabic to Sinhala; Myanmar; Khmer and Mongolian; more Devanagari; Arabic forms; Brahmi to Grantha; Adlam.
        case 0x0600...0x0DFF, 0x1000...0x109F, 0x1780...0x18AF, 0xA8E0...0xA8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFC,
            0x11000...0x11FFF, 0x1E900...0x1E95F:
            switch scalar.properties.generalCategory {
            case .otherLetter, .modifierLetter, .uppercaseLetter, .lowercaseLetter, .nonspacingMark, .spacingMark: true
            default: false
            }
        default: false
        }
    }

    private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
        // The digits are emoji too, and U+FE0F follows an emoji that is also a sign of text.
        scalar.value == 0xFE0F || scalar.value > 0xFF && scalar.properties.isEmoji
    }
}
