import Testing

@Suite("The rows of options")
struct OptionRowsTests {
    private static var files: ProjectFiles {
        ProjectFiles { path in
            [
                "Sources/A/B.swift": "/// The `word`.\nlet syncLocations = 1\n",
                "Tests/A/BTests.swift": "// a comment alone\n@Test(\"it works\")\nfunc works() {}\n",
                "Tests/A/BCases.swift": "Case(\"works too\")\n",
            ][path]
        }
    }

    private static func faults(_ rows: String...) throws -> [String] {
        let text = "line,group,item,does,implemented,tested\n" + rows.map { $0 + "\n" }.joined()
        return try OptionRows(reading: text).faults(in: files)
    }

    private static let good =
        "L1,Group,item,\"Does it, always\",Sources/A/B.swift word | Sources/A/B.swift let syncLocations,"
        + "Tests/A/BTests.swift it works | Tests/A/BCases.swift works too"

    @Test("a row with existing references has no fault")
    func noFault() throws {
        #expect(try Self.faults(Self.good) == [])
        let rows = try OptionRows(reading: "line,group,item,does,implemented,tested\n\(Self.good)\n").rows
        #expect(rows.map(\.does) == ["Does it, always"])
        #expect(rows.first?.implemented.map(\.text) == ["word", "let syncLocations"])
    }

    @Test(
        "a row that points at nothing is named with its line",
        arguments: [
            ("L1,Group,item,does,Sources/A/C.swift word,Tests/A/BTests.swift it works", "no file Sources/A/C.swift"),
            ("L1,Group,item,does,Sources/A/B.swift other,Tests/A/BTests.swift it works", "has no `other`"),
            ("L1,Group,item,does,Sources/A/B.swift sync,Tests/A/BTests.swift it works", "has no `sync`"),
            ("L1,Group,item,does,Sources/A/B.swift,Tests/A/BTests.swift it works", "without a text"),
            ("L1,Group,item,does,,Tests/A/BTests.swift it works", "where it is implemented"),
            ("L1,Group,item,does,Sources/A/B.swift word,", "what it is tested by"),
            ("L1,Group,item,does,Sources/A/B.swift word,Tests/A/BTests.swift it fails", "has no `it fails`"),
            ("L1,Group,item,does,Sources/A/B.swift word,Tests/A/BTests.swift a comment alone", "has no `a comment"),
            ("L1,Group,item,does,Sources/A/B.swift word,Sources/A/B.swift syncLocations", "is not a file of tests"),
            ("L1,Group,item,does,Sources/A/B.swift word,Tests/A/BCases.swift works too", "has a @Test"),
            ("62,Group,item,does,Sources/A/B.swift word,Tests/A/BTests.swift it works", "not a line of a document"),
            (
                "L062,Group,item,does,Sources/A/B.swift word,Tests/A/BTests.swift it works",
                "not a line of a document"
            ),
            ("L1,Group,item,,Sources/A/B.swift word,Tests/A/BTests.swift it works", "a field is empty"),
            ("L1,Group,item ,does,Sources/A/B.swift word,Tests/A/BTests.swift it works", "blanks at an end"),
            ("L1,Group,item,see [a](b),Sources/A/B.swift word,Tests/A/BTests.swift it works", "a link or a bar"),
            ("L1,Group,item,does", "4 fields, expected 6"),
        ]
    )
    func faults(row: String, message: String) throws {
        let faults = try Self.faults(row)
        #expect(faults.contains { $0.hasPrefix("2: ") && $0.contains(message) }, "\(faults)")
    }

    @Test("duplicate keys, a divided group, and a missing header are reported")
    func several() throws {
        #expect(try Self.faults(Self.good, Self.good) == ["3: `L1 item` stands twice"])
        let other = Self.good.replacing("L1,Group", with: "L2,Other")
        let third = Self.good.replacing("L1", with: "L3")
        #expect(try Self.faults(Self.good, other, third) == ["4: the group `Group` does not stand together"])
        #expect(
            try OptionRows(reading: Self.good + "\n").faults(in: Self.files).first?.hasPrefix("1: there is no header")
                == true
        )
        #expect(
            try Self.faults(Self.good.replacing("always", with: "\n always")).contains("1: a record is not one line")
        )
    }

    @Test("the page links from docs/, and shows the text of the rows")
    func page() throws {
        let row = Self.good.replacing("Does it, always", with: "`a_b` is 1 * 2 < 3")
        let rows = try OptionRows(reading: "line,group,item,does,implemented,tested\n\(row)\n").rows
        let text = OptionsPage(sections: [(.gymVisits, rows)]).text
        #expect(
            text.contains(
                "| L1 | item | `a_b` is 1 \\* 2 \\< 3 | [`word`](../Sources/A/B.swift)<br>"
                    + "[`let syncLocations`](../Sources/A/B.swift) | [it works](../Tests/A/BTests.swift)<br>"
                    + "[works too](../Tests/A/BCases.swift) |"
            )
        )
        #expect(text.contains("| [Gym Visits](#gym-visits) | 1 |"))
    }

    @Test("an item of the reference matches by its own words, or by others in place of its leading dots")
    func reference() throws {
        let reference = OptionReference(
            reading:
                "## Decisions\n| L1 | none | x |\n## Seed 003\n| line | item | rule |\n|---|---|---|\n| L1 | … item | x |\n"
        )
        let item = try #require(reference.items["003"]?.first)
        let rows = try OptionRows(reading: "line,group,item,does,implemented,tested\n\(Self.good)\n").rows
        #expect(reference.items.count == 1)
        #expect(item.isAnswered(by: try #require(rows.first)))
        let other = try OptionRows(
            reading: "line,group,item,does,implemented,tested\n\(Self.good.replacing("item", with: "items"))\n"
        )
        #expect(!item.isAnswered(by: try #require(other.rows.first)))
    }
}
