internal import Crypto
internal import VisitModel

/// A cursor of a list: an opaque text, which is refused when it was changed or belongs to another list.
enum PageCursor {
    /// These digest bytes detect mistakes and are no protection against forgery.
    private static let digestLength = 6
    /// No identifier contains it.
    private static let divider = "\u{1F}"

    static func text(_ list: String, _ parts: [String]) -> String {
        let content = Array(([list] + parts).joined(separator: divider).utf8)
        return Base64URL.text(of: digest(content) + content)
    }

    /// `nil` where the cursor is invalid or of another list.
    static func parts(_ text: String, of list: String) -> [String]? {
        guard text.utf8.count <= 1_000, let bytes = Base64URL.bytes(of: text), bytes.count > digestLength else {
            return nil
        }
        let content = Array(bytes.dropFirst(digestLength))
        guard digest(content) == Array(bytes.prefix(digestLength)) else { return nil }
        let parts = String(decoding: content, as: UTF8.self).split(
            separator: Character(divider),
            omittingEmptySubsequences: false
        )
        return parts.first.map(String.init) == list ? parts.dropFirst().map(String.init) : nil
    }

    private static func digest(_ content: [UInt8]) -> [UInt8] {
        Array(SHA256.hash(data: content).prefix(digestLength))
    }
}

extension ServiceCall {
    func limit(default standard: Int = 50, most: Int = 500) throws -> Int {
        try query("limit", default: standard, in: 1...most)
    }

    /// The position after which the page begins; `nil` for the first page.
    ///
    /// `make` returns `nil` for invalid parts. Throws `Problem` for an invalid cursor.
    func after<Place>(_ list: String, _ make: ([String]) -> Place?) throws -> Place? {
        guard let text = query("after") else { return nil }
        guard let place = PageCursor.parts(text, of: list).flatMap(make) else {
            throw Problem.invalid(
                "`after` is not a valid cursor; pass `next` of the previous page unchanged",
                field: "after"
            )
        }
        return place
    }

    /// In a list ordered by id.
    func afterID<Subject>(_ list: String) throws -> Identifier<Subject>? {
        try after(list) { $0.count == 1 ? try? Identifier($0[0]) : nil }
    }
}
