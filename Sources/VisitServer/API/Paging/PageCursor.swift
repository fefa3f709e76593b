internal import Crypto
internal import VisitModel

/// A place in a list as callers get it and hand it back: a text that says nothing to them, and is refused when it was
/// changed or belongs to another list.
enum PageCursor {
    /// How many bytes of the digest go along: to tell mistakes, not to keep anybody out.
    private static let digestLength = 6
    /// Stands between the parts; no identifier holds it.
    private static let divider = "\u{1F}"

    /// The text of a place.
    ///
    /// - Parameters:
    ///   - list: the name of the list.
    ///   - parts: what the place is made of.
    /// - Returns: letters, digits, `-` and `_`.
    static func text(_ list: String, _ parts: [String]) -> String {
        let content = Array(([list] + parts).joined(separator: divider).utf8)
        return Base64URL.text(of: digest(content) + content)
    }

    /// What a text's place is made of; `nil` where it is no place of the list.
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
    /// How long a page may be.
    func limit(default standard: Int = 50, most: Int = 500) throws -> Int {
        try query("limit", default: standard, in: 1...most)
    }

    /// The place behind which the page begins; `nil` for the first page.
    ///
    /// - Parameters:
    ///   - list: the name of the list.
    ///   - make: makes the place of its parts; `nil` where it can't.
    /// - Returns: the place.
    /// - Throws: `Problem` for a text that is no place of the list.
    func after<Place>(_ list: String, _ make: ([String]) -> Place?) throws -> Place? {
        guard let text = query("after") else { return nil }
        guard let place = PageCursor.parts(text, of: list).flatMap(make) else {
            throw Problem.invalid(
                "`after` is no place in this list; hand back `next` of the page before as it was",
                field: "after"
            )
        }
        return place
    }

    /// The place behind which the page begins, in a list in the order of its ids.
    func afterID<Subject>(_ list: String) throws -> Identifier<Subject>? {
        try after(list) { $0.count == 1 ? try? Identifier($0[0]) : nil }
    }
}
