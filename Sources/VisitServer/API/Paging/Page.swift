/// A page of a list: `{"facilities": […], "next": …}`.
///
/// The client sends `next` as `after` to get the following page; it is null on the last one.
struct Page<Item: Encodable & Sendable>: Encodable, Sendable {
    /// The name of the list in the document.
    let name: String
    let items: [Item]
    let next: String?

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: NamedKey.self)
        try container.encode(items, forKey: NamedKey(name))
        try container.encode(next, forKey: NamedKey("next"))
    }
}

extension Page {
    /// Makes a page from one element more than fits, which shows whether there is another page.
    ///
    /// `name` is the name of the list in the document and in its cursors. `found` has at most `limit` + 1 elements.
    /// `place` returns the parts of an element's cursor.
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

struct NamedKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// A value that is encoded as null where it is `nil`, so that every key is always present.
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
    /// `nil` where the text is empty.
    var orNothing: String? { isEmpty ? nil : self }
}

extension Double {
    /// Of metres, more would be noise.
    var inTenths: Double { (self * 10).rounded() / 10 }
}
