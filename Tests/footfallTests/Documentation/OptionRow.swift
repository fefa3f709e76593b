/// One option, method, event, rule or warning of a document, and where Footfall answers it.
struct OptionRow: Hashable, Sendable {
    /// A text in a file of the project: a symbol, a heading, the name of a test.
    struct Place: Hashable, Sendable {
        /// The file, from the repository's root.
        let path: String
        /// What has to stand in it.
        let text: String

        /// Reads `path text`.
        init(_ field: some StringProtocol) {
            let parts = field.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
            path = String(parts[0])
            text = parts.count > 1 ? String(parts[1]) : ""
        }
    }

    /// What a file of rows begins with.
    static let header = ["line", "group", "item", "does", "implemented", "tested"]

    /// The line of the file of rows on which it stands.
    let fileLine: Int
    /// The line of the document, `L62`.
    let line: String
    /// The heading under which it stands on the page.
    let group: String
    /// What it is about.
    let item: String
    /// What Footfall does.
    let does: String
    /// Where that is implemented.
    let implemented: [Place]
    /// By which tests it is held.
    let tested: [Place]

    /// Takes the fields of a record.
    ///
    /// - Parameters:
    ///   - fields: as many as `header` has.
    ///   - fileLine: the record's line in its file.
    init(_ fields: [String], fileLine: Int) {
        self.fileLine = fileLine
        (line, group, item, does) = (fields[0], fields[1], fields[2], fields[3])
        implemented = fields[4].split(separator: " | ").map(Place.init)
        tested = fields[5].split(separator: " | ").map(Place.init)
    }

    /// What a row is known by in its file.
    var key: String { "\(line) \(item)" }

    /// The texts that a person reads.
    var texts: [String] { [line, group, item, does] }
}
