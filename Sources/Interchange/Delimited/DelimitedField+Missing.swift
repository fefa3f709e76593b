extension DelimitedField {
    /// Whether a trimmed field is empty or a placeholder for a missing value.
    ///
    /// The placeholders are `NA` and `N/A` of R and pandas, `NULL` of databases, `NaN`, `#N/A` of spreadsheets, and
    /// `NOT AVAILABLE`, -999 and -9999 of public registers.
    package var isMissing: Bool {
        guard let first = bytes.first else { return true }
        switch first {
        case 0x2D:  // -
            return equals(lowercase: "-999") || equals(lowercase: "-9999") || equals(lowercase: "-999.0")
        case 0x4E, 0x6E:  // N
            return equals(lowercase: "na") || equals(lowercase: "n/a") || equals(lowercase: "null")
                || equals(lowercase: "nan") || equals(lowercase: "not available")
        case 0x23:  // #
            return equals(lowercase: "#n/a")
        default:
            return false
        }
    }

    /// The field for a message: in backquotes, shortened, on one line.
    package var quoted: String {
        let shown = string.unicodeScalars.prefix(60).map { $0.value < 0x20 || $0.value == 0x7F ? " " : String($0) }
        return "`" + shown.joined() + (string.unicodeScalars.count > 60 ? "…`" : "`")
    }
}
