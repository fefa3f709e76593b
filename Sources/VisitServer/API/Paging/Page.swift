/// A page of a list: `{"facilities": […], "next": …}`.
///
/// The client sends `next` as `after` to get the following page; it is null on the last one.
struct Page<Item: Encodable & Sendable>: Encodable, Sendable {
    /// The name of the list in the document.
    let name: String
    /// The elements of the page.
    let items: [Item]
    /// The cursor of the next page.
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
    /// - Parameters:
    ///   - name: the name of the list, in the document and in its cursors.
    ///   - found: at most `limit` + 1 elements.
    ///   - limit: the page size.
    ///   - place: returns the parts of an element's cursor.
    ///   - item: returns the JSON of an element.
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

/// A key of a JSON object that is determined at run time.
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
    /// The text; `nil` where it is empty.
    var orNothing: String? { isEmpty ? nil : self }
}

extension Double {
    /// The number rounded to tenths: of metres, more would be noise.
    var inTenths: Double { (self * 10).rounded() / 10 }
}
