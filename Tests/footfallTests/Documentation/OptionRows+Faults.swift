extension OptionRows {
    /// Everything that is wrong with the rows: with their form, and with what they point at.
    ///
    /// - Parameter files: where the files are that they point at.
    /// - Returns: `line: what`, in order.
    func faults(in files: ProjectFiles) -> [String] {
        var found = faults
        var keys: Set<String> = []
        var groups: [String] = []
        for row in rows {
            func say(_ fault: String) { found.append("\(row.fileLine): \(fault)") }
            if !keys.insert(row.key).inserted { say("`\(row.key)` stands twice") }
            if groups.last != row.group {
                if groups.contains(row.group) { say("the group `\(row.group)` does not stand together") }
                groups.append(row.group)
            }
            for fault in Self.formFaults(of: row) { say(fault) }
            for place in row.implemented {
                if let fault = files.fault(of: place, ignoresComments: false) { say(fault) }
            }
            for place in row.tested {
                if !place.path.hasPrefix("Tests/") || !place.path.hasSuffix(".swift") {
                    say("\(place.path) is not a file of tests")
                }
                if let fault = files.fault(of: place, ignoresComments: true) { say(fault) }
            }
            if !row.tested.contains(where: { files.text($0.path)?.contains("@Test") ?? false }) {
                say("no file that it is tested by has a @Test")
            }
        }
        return found
    }

    /// What is wrong with the way a row is written.
    private static func formFaults(of row: OptionRow) -> [String] {
        var faults: [String] = []
        let number = row.line.dropFirst()
        if row.line.first != "L" || Int(number).map({ $0 > 0 && "\($0)" == number }) != true {
            faults.append("`\(row.line)` is not a line of a document, expected for instance L62")
        }
        for text in row.texts {
            if text.isEmpty { faults.append("a field is empty") }
            if text.first?.isWhitespace == true || text.last?.isWhitespace == true || text.contains("\t") {
                faults.append("`\(text)` has blanks at an end, or a tabulator")
            }
            if text.contains("](") || text.contains("|") { faults.append("`\(text)` has a link or a bar") }
        }
        if row.implemented.isEmpty { faults.append("nothing says where it is implemented") }
        if row.tested.isEmpty { faults.append("nothing says what it is tested by") }
        return faults
    }
}
