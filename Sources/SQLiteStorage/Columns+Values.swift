package import VisitModel

extension Columns {
    package func time(_ index: Int32) -> Timestamp { Timestamp(milliseconds: int64(index)) }
    package func optionalTime(_ index: Int32) -> Timestamp? { optionalInt64(index).map(Timestamp.init(milliseconds:)) }

    package func identifier<Subject>(_ index: Int32) throws -> Identifier<Subject> {
        do {
            return try Identifier(text(index))
        } catch {
            throw StorageError.damaged("the identifier `\(text(index))`", cause: error)
        }
    }

    package func optionalIdentifier<Subject>(_ index: Int32) throws -> Identifier<Subject>? {
        isNull(index) ? nil : try identifier(index)
    }

    /// Returns a value that is stored as its raw value.
    package func named<Value: RawRepresentable<String>>(_ index: Int32) throws -> Value {
        guard let value = Value(rawValue: text(index)) else {
            throw StorageError.damaged("the name `\(text(index))`")
        }
        return value
    }
}
