internal import VisitModel

extension Columns {
    /// Returns a time.
    func time(_ index: Int32) -> Timestamp { Timestamp(milliseconds: int64(index)) }

    /// Returns a time or NULL.
    func optionalTime(_ index: Int32) -> Timestamp? { optionalInt64(index).map(Timestamp.init(milliseconds:)) }

    /// Returns an identifier.
    func identifier<Subject>(_ index: Int32) throws -> Identifier<Subject> {
        do {
            return try Identifier(text(index))
        } catch {
            throw VisitStoreError.damaged("the identifier `\(text(index))`", cause: error)
        }
    }

    /// Returns an identifier or NULL.
    func optionalIdentifier<Subject>(_ index: Int32) throws -> Identifier<Subject>? {
        isNull(index) ? nil : try identifier(index)
    }

    /// Returns a value that is stored as its raw value.
    func named<Value: RawRepresentable<String>>(_ index: Int32) throws -> Value {
        guard let value = Value(rawValue: text(index)) else {
            throw VisitStoreError.damaged("the name `\(text(index))`")
        }
        return value
    }
}
