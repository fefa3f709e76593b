/// A GeoJSON feature (RFC 7946, section 3.2), as ranges of its text; a geometry alone is a feature without properties.
struct Feature {
    /// A JSON value, as written.
    struct Value {
        let bytes: UnsafeBufferPointer<UInt8>

        var isNull: Bool { DelimitedField(bytes: bytes).equals(lowercase: "null") }

        /// Appends the text of a string without its escapes, nothing for `null`, and any other value as written.
        func append(to text: inout [UInt8]) {
            var cursor = JSONCursor(bytes)
            guard cursor.kind == .string else {
                if !isNull { text.append(contentsOf: bytes) }
                return
            }
            let (string, isEscaped) = cursor.string()
            guard isEscaped else {
                text.append(contentsOf: string)
                return
            }
            JSONEscapes.unescape(string, into: &text)
        }
    }

    private static let geometryTypes: [StaticString] = [
        "point", "polygon", "multipolygon", "linestring", "multilinestring", "multipoint", "geometrycollection",
    ]
    /// How deep properties inside of properties get columns of their own.
    private static let deepestProperty = 4

    private(set) var id: Value?
    private(set) var geometry: Value?
    private var properties: Value?

    /// `nil` where a well-formed JSON value is no feature.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        var cursor = JSONCursor(bytes)
        guard cursor.kind == .object else { return nil }
        var isFeature = false
        var isGeometry = false
        cursor.enter()
        while let key = cursor.nextKey() {
            let key = DelimitedField(bytes: key)
            let value = Value(bytes: UnsafeBufferPointer(rebasing: bytes[cursor.skippedRange()]))
            if key.equals(lowercase: "type") {
                var cursor = JSONCursor(value.bytes)
                let type = DelimitedField(bytes: cursor.string().text)
                isFeature = type.equals(lowercase: "feature")
                isGeometry = Self.geometryTypes.contains { type.equals(lowercase: $0) }
            } else if key.equals(lowercase: "id") {
                id = value
            } else if key.equals(lowercase: "geometry") {
                geometry = value
            } else if key.equals(lowercase: "properties") {
                properties = value
            }
        }
        if isGeometry {
            self.id = nil
            self.properties = nil
            self.geometry = Value(bytes: bytes)
        } else if !isFeature {
            return nil
        }
    }

    /// Visits the properties in their order; those of an object inside of them one by one, with the path `outer.inner`.
    func forEachProperty(_ visit: (_ path: [UInt8], _ value: Value) -> Void) {
        guard let properties else { return }
        var path: [UInt8] = []
        Self.visitMembers(of: properties, depth: 1, &path, visit)
    }

    private static func visitMembers(
        of object: Value,
        depth: Int,
        _ path: inout [UInt8],
        _ visit: ([UInt8], Value) -> Void
    ) {
        var cursor = JSONCursor(object.bytes)
        guard cursor.kind == .object else { return }
        cursor.enter()
        let outer = path.count
        while let key = cursor.nextKey() {
            if outer > 0 { path.append(UInt8(ascii: ".")) }
            JSONEscapes.unescape(key, into: &path)
            let isObject = cursor.kind == .object
            let value = Value(bytes: UnsafeBufferPointer(rebasing: object.bytes[cursor.skippedRange()]))
            if isObject, depth < deepestProperty, !value.isGeometry {
                visitMembers(of: value, depth: depth + 1, &path, visit)
            } else {
                visit(path, value)
            }
            path.removeLast(path.count - outer)
        }
    }
}

extension Feature.Value {
    /// Whether an object among the properties is a geometry, which is one value.
    fileprivate var isGeometry: Bool {
        var cursor = JSONCursor(bytes)
        cursor.enter()
        while let key = cursor.nextKey() {
            let key = DelimitedField(bytes: key)
            if key.equals(lowercase: "coordinates") || key.equals(lowercase: "geometries") { return true }
            cursor.skipValue()
        }
        return false
    }
}
