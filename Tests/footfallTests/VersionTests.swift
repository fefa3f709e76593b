import Testing

@testable import footfall

@Suite("The version of the program")
struct VersionTests {
    @Test(
        "It has the commit and its date where the build was told them",
        arguments: [
            (Version(number: "0.1.0", commit: "", date: ""), "0.1.0"),
            (Version(number: "0.1.0", commit: "52d2b5f1a9e0", date: "2026-11-28"), "0.1.0 (52d2b5f1a9e0, 2026-11-28)"),
        ]
    )
    func text(version: Version, text: String) { #expect(version.text == text) }
}
