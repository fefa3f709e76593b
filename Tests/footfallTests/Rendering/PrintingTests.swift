import Testing
import VisitModel

@testable import footfall

@Suite("Printing")
struct PrintingTests {
    @Test(
        "a name in a sentence can't control the terminal",
        arguments: [
            ("gym\u{202E}moc", "gym\\u{202E}moc"), ("a\u{85}b", "a\\u{0085}b"), ("a\u{200B}b", "a\\u{200B}b"),
            ("a\u{1B}[31mb", "a [31mb"), ("a\nb\r\tc", "a b  c"), ("Zürich", "Zürich"),
        ]
    )
    func sentence(name: String, shown: String) throws {
        let output = CollectedText()
        let console = Console(
            output: { output.append($0) },
            errors: { _ in },
            isWatched: false,
            columns: 80,
            environment: [:],
            userName: "tester",
            now: { Timestamp(milliseconds: 0) }
        )
        try console.print("removed \(name)")
        #expect(output.text == "removed \(shown)\n")
    }
}
