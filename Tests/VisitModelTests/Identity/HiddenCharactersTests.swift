import Testing

@testable import VisitModel

@Suite("Hidden characters")
struct HiddenCharactersTests {
    @Test(
        "Each one is shown as an escape",
        arguments: [
            ("Gym\u{202E}txt", "Gym\\u{202E}txt"), ("\u{2066}a\u{2069}", "\\u{2066}a\\u{2069}"),
            ("a\u{200B}b", "a\\u{200B}b"), ("\u{200E}a\u{200F}", "\\u{200E}a\\u{200F}"), ("a\u{2060}b", "a\\u{2060}b"),
            ("\u{FEFF}a", "\\u{FEFF}a"), ("a\u{85}b", "a\\u{0085}b"), ("a\u{9B}31m", "a\\u{009B}31m"),
            ("a\u{AD}b", "a\\u{00AD}b"), ("a\u{2028}b", "a\\u{2028}b"), ("a\u{E0041}", "a\\u{E0041}"),
        ]
    )
    func shown(text: String, shown: String) {
        #expect(HiddenCharacters.shown(in: text).unicodeScalars.elementsEqual(shown.unicodeScalars))
        #expect(HiddenCharacters.first(in: text) != nil)
    }

    @Test(
        "A joiner is a letter in scripts that need it and within an emoji, and hidden elsewhere",
        arguments: [
            // Persian, Hindi, Malayalam at the end of a word, a family.
            ("\u{645}\u{6CC}\u{200C}\u{62E}\u{648}\u{627}\u{647}\u{645}", true),
            ("\u{915}\u{94D}\u{200D}\u{937}", true), ("\u{D28}\u{D4D}\u{200D}", true),
            ("\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", true), ("\u{2764}\u{FE0F}\u{200D}\u{1F525}", true),
            ("Fit\u{200D}ness", false), ("Fit\u{200C}ness", false), ("\u{200D}\u{645}", false), ("Gym\u{200D}", false),
            ("1\u{200D}2", false), ("\u{645}\u{200C}\u{200C}\u{62E}", false), ("\u{1F468}\u{200C}\u{1F469}", false),
            ("\u{1F468}\u{200D}", false), ("\u{664}\u{200D}", false),
        ]
    )
    func joiners(text: String, isWritten: Bool) {
        #expect((HiddenCharacters.first(in: text) == nil) == isWritten)
    }

    @Test(
        "Other texts stay as they are",
        arguments: ["", "Gym", "Zürich", "\u{5E9}\u{5DC}\u{5D5}\u{5DD}", "東京", "a\u{301}", "a\u{A0}b", "\t\u{1}"]
    )
    func others(text: String) {
        #expect(HiddenCharacters.shown(in: text) == text)
        #expect(HiddenCharacters.first(in: text) == nil)
    }

    @Test("In a sentence it has its number in Unicode")
    func name() {
        #expect(HiddenCharacters.name("\u{85}") == "U+0085")
        #expect(HiddenCharacters.name("\u{202E}") == "U+202E")
    }
}
