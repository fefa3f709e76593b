import ArgumentParser
import Testing

@testable import footfall

@Suite("The options of the commands that evaluate fixes")
struct PolicyOptionsTests {
    @Test("no slot is kept for the most visited facilities unless the command says how many")
    func preferVisited() throws {
        #expect(try PolicyOptions.parse([]).preferVisited == 0)
        #expect(try PolicyOptions.parse(["--prefer-visited", "3"]).preferVisited == 3)
    }
}
