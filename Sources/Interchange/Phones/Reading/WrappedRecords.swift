/// Finds the records in an object by their shape, whatever the key that contains them.
struct WrappedRecords {
    /// The range of each record in the object.
    private(set) var ranges: [Range<Int>] = []

    /// Searches for the first key with a record or an array that begins with one; `nil` where there is none.
    init?(_ object: UnsafeBufferPointer<UInt8>, names: FieldNames) {
        var cursor = JSONCursor(object)
        var found: [Range<Int>] = []
        cursor.forEachKey { _, value in
            guard found.isEmpty else { return }
            var value = value
            switch value.kind {
            case .object where Self.isRecord(value, names):
                let start = value.position
                value.skipValue()
                found.append(start..<value.position)
            case .array: found = Self.elements(value, names)
            default: break
            }
        }
        guard !found.isEmpty else { return nil }
        ranges = found
    }

    /// The elements of an array, where the first is a record by its shape.
    private static func elements(_ array: JSONCursor, _ names: FieldNames) -> [Range<Int>] {
        var array = array
        var found: [Range<Int>] = []
        array.enter()
        while array.nextElement() {
            if found.isEmpty, !isRecord(array, names) { return [] }
            let start = array.position
            array.skipValue()
            found.append(start..<array.position)
        }
        return found
    }

    /// Whether an object contains a position.
    private static func isRecord(_ value: JSONCursor, _ names: FieldNames) -> Bool {
        var value = value
        var isRecord = false
        value.forEachKey { key, _ in
            switch names.meaning(of: key.bytes)?.field {
            case .coordinates, .latitude, .location, .geometry: isRecord = true
            default: break
            }
        }
        return isRecord
    }
}
