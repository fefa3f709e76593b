internal import VisitModel

/// An event as written in a scenario: a phrase, optionally with `at TIME` and `for DURATION`.
struct EventText {
    let phrase: EventPhrase
    /// When it happens; `nil` for the start.
    let moment: MomentText?
    /// How many seconds until it is undone; `nil` for never.
    let seconds: Double?

    static let form = "PHRASE at TIME for DURATION"

    init(_ text: String, timeZone: TimeZoneName) throws {
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        let said = words.prefix { !["at", "for", "every"].contains($0.lowercased()) && !$0.hasPrefix("+") }
        if said.isEmpty, let first = words.first {
            throw Problem("begins with \(quoted(first)), expected the phrase first: \(Self.form)")
        }
        var rest = words[said.count...]
        var (moment, seconds): (MomentText?, Double?) = (nil, nil)
        while let word = rest.first?.lowercased() {
            switch word {
            case "at" where moment == nil:
                rest = rest.dropFirst()
                moment = try MomentText.parse(from: &rest)
            case _ where word.hasPrefix("+") && moment == nil: moment = try MomentText.parse(from: &rest)
            case "every" where moment == nil: moment = try Self.everyDay(&rest)
            case "for" where seconds == nil:
                let taken = rest.dropFirst().prefix { !["at", "for", "every"].contains($0.lowercased()) }
                rest = rest.dropFirst(1 + taken.count)
                let text = taken.joined(separator: " ")
                seconds = try DurationText.seconds(text, within: 1...longestSeconds)
            default: throw Problem("\(quoted(word)) is not allowed here, expected \(Self.form)")
            }
        }
        phrase = try PhraseTable.phrase(Array(said), timeZone)
        self.moment = moment
        self.seconds = seconds
        if seconds != nil, phrase.undoing == nil {
            throw Problem("\(quoted(phrase.text)) can't be undone, expected it without `for`")
        }
    }

    private static func everyDay(_ words: inout ArraySlice<String>) throws -> MomentText {
        let start = words.prefix(3).map { $0.lowercased() }
        words = words.dropFirst(3)
        guard start == ["every", "day", "at"], let time = try ClockTime.parse(from: &words), time.day == nil else {
            throw Problem("`every` is not followed by `day at` and a time, expected for instance every day at 03:00")
        }
        return .everyDay(second: time.second)
    }
}
