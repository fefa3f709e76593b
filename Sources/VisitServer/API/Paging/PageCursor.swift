internal import Cryptography
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

extension JSONObject {
    /// Makes a page of a list: `{"facilities": […], "next": …}`.
    ///
    /// The client sends `next` as `after` to get the following page; it is null on the last one.
    init(page name: String, _ items: [some Encodable & Sendable], next: String?) {
        self.init()
        self[name] = items
        self["next"] = next
    }

    /// Makes a page from one element more than fits, which shows whether there is another page.
    ///
    /// `name` is the name of the list in the document and in its cursors. `found` has at most `limit` + 1 elements.
    /// `place` returns the parts of an element's cursor.
    init<Element>(
        page name: String,
        of found: [Element],
        limit: Int,
        place: (Element) -> [String],
        _ item: (Element) -> JSONObject
    ) {
        self.init(
            page: name,
            found.prefix(limit).map(item),
            next: found.last(ofPage: limit).map { PageCursor.text(name, place($0)) }
        )
    }
}

extension Array {
    /// The last element of a page of `limit` elements; `nil` where there is no further page.
    func last(ofPage limit: Int) -> Element? { count > limit ? self[limit - 1] : nil }
}

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
        Array(SHA256.digest(of: content).prefix(digestLength))
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
        guard let text = word("after") else { return nil }
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

extension EventCursor {
    init?(parts: [String]) {
        let numbers = parts.compactMap(Int64.init)
        guard parts.count == 4, numbers.count == 4, let ordinal = Int(exactly: numbers[3]) else { return nil }
        self.init(
            occurredAt: Timestamp(milliseconds: numbers[0]),
            device: DeviceKey(rawValue: numbers[1]),
            inputAt: Timestamp(milliseconds: numbers[2]),
            ordinal: ordinal
        )
    }

    var parts: [String] {
        [occurredAt.milliseconds, device.rawValue, inputAt.milliseconds, Int64(ordinal)].map(\.description)
    }
}

extension DeliveryCursor {
    init?(parts: [String]) {
        let numbers = parts.compactMap(Int64.init)
        guard parts.count == 2, numbers.count == 2 else { return nil }
        self.init(message: numbers[0], endpoint: numbers[1])
    }

    var parts: [String] { ["\(message)", "\(endpoint)"] }
}

extension RecordKey {
    init?(parts: [String]) {
        guard parts.count == 1, let number = Int64(parts[0]) else { return nil }
        self.init(rawValue: number)
    }

    var parts: [String] { ["\(rawValue)"] }
}
