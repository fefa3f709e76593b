/// A stretch of a list: `{"facilities": […], "next": …}`.
///
/// `next` is handed back as `after` for what follows, and is null at the end.
struct Page<Item: Encodable & Sendable>: Encodable, Sendable {
    /// What the list is called in the document.
    let name: String
    /// What is on the page.
    let items: [Item]
    /// Where the next page begins.
    let next: String?

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: NamedKey.self)
        try container.encode(items, forKey: NamedKey(name))
        try container.encode(next, forKey: NamedKey("next"))
    }
}

extension Page {
    /// Makes a page of one element more than fits, which only tells that there is another page.
    ///
    /// - Parameters:
    ///   - name: what the list is called, in the document and in its cursors.
    ///   - found: at most `limit` + 1 elements.
    ///   - limit: how many fit.
    ///   - place: what the place of an element is made of.
    ///   - item: an element as it is shown.
    init<Element>(
        _ name: String,
        _ found: [Element],
        limit: Int,
        place: (Element) -> [String],
        _ item: (Element) throws -> Item
    ) rethrows {
        let last = found.count > limit ? found.prefix(limit).last : nil
        self.init(
            name: name,
            items: try found.prefix(limit).map(item),
            next: last.map { PageCursor.text(name, place($0)) }
        )
    }
}

/// A key of a JSON object that is not known when the program is written.
struct NamedKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// A value that stands in the document as null where there is none, so that programs find every key every time.
@propertyWrapper
struct OrNull<Value: Encodable & Sendable>: Encodable, Sendable {
    var wrappedValue: Value?

    init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let wrappedValue { try container.encode(wrappedValue) } else { try container.encodeNil() }
    }
}

extension String {
    /// The text; `nil` where it is empty.
    var orNothing: String? { isEmpty ? nil : self }
}

extension Double {
    /// Rounded to tenths: of metres, more would be noise.
    var inTenths: Double { (self * 10).rounded() / 10 }
}
