internal import Foundation

/// The fields of a form as browsers send it (WHATWG URL, `application/x-www-form-urlencoded`).
struct FormFields: Hashable, Sendable {
    private let fields: [String: [String]]
    /// `nil` where no file was chosen.
    let file: UploadedFile?

    init(fields: [String: [String]], file: UploadedFile? = nil) {
        (self.fields, self.file) = (fields, file)
    }

    init(_ bytes: [UInt8] = []) {
        var fields: [String: [String]] = [:]
        for pair in String(decoding: bytes, as: UTF8.self).split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(Self.plain)
            fields[parts[0], default: []].append(parts.count > 1 ? parts[1] : "")
        }
        self.init(fields: fields)
    }

    var names: [String] { Array(fields.keys) }

    /// Without surrounding blanks; `nil` where the field is absent or empty.
    subscript(_ name: String) -> String? {
        all(name).first
    }

    /// Without empty values.
    func all(_ name: String) -> [String] {
        (fields[name] ?? []).map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    private static func plain(_ text: Substring) -> String {
        let text = text.replacing("+", with: " ")
        return text.removingPercentEncoding ?? String(text)
    }
}
