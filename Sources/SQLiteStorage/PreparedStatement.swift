internal import CSQLite
package import GRDB
package import VisitModel

/// A statement that is run many times, with values bound and read through the SQLite API.
///
/// The library boxes every value twice, which costs more than the insertion where a million rows are written. A
/// statement comes from the connection's cache, so creating one in each transaction is cheap. Two of the same text on
/// the same connection are the same statement and must not be run at the same time.
package final class PreparedStatement {
    /// Keeps the compiled statement alive.
    @usableFromInline let statement: Statement
    @usableFromInline let handle: OpaquePointer

    /// Compiles one statement, or gets it from the cache; the connection has to outlive it.
    ///
    /// Throws `DatabaseError` when the text is not a statement of this schema.
    package init(_ db: Database, _ sql: String) throws {
        self.statement = try db.cachedStatement(sql: sql)
        self.handle = statement.sqliteStatement
        reset()
    }

    /// Compiles a statement built by interpolation, with its values bound.
    package convenience init(_ db: Database, _ request: SQL) throws {
        let (sql, arguments) = try request.build(db)
        try self.init(db, sql)
        try statement.setArguments(arguments)
    }

    /// Binds a value to a parameter; parameters are counted from 1.
    @inlinable package func bind(_ index: Int32, _ value: Int64) { sqlite3_bind_int64(handle, index, value) }
    @inlinable package func bind(_ index: Int32, _ value: Int) { sqlite3_bind_int64(handle, index, Int64(value)) }

    @inlinable package func bind(_ index: Int32, _ value: Int64?) {
        if let value { bind(index, value) } else { bindNull(index) }
    }

    @inlinable package func bind(_ index: Int32, _ value: Double) { sqlite3_bind_double(handle, index, value) }

    @inlinable package func bind(_ index: Int32, _ value: Double?) {
        if let value { bind(index, value) } else { bindNull(index) }
    }

    @inlinable package func bind(_ index: Int32, _ value: String) {
        var value = value
        value.withUTF8 { bytes in
            // An empty buffer has no address, which SQLite would bind as NULL.
            let empty: StaticString = ""
            let start = UnsafeRawPointer(bytes.baseAddress ?? empty.utf8Start).assumingMemoryBound(to: CChar.self)
            _ = footfall_bind_text(handle, index, start, Int32(bytes.count))
        }
    }

    @inlinable package func bind(_ index: Int32, _ value: String?) {
        if let value { bind(index, value) } else { bindNull(index) }
    }

    @inlinable package func bind(_ index: Int32, _ value: [UInt8]) {
        value.withUnsafeBytes { bytes in
            _ = footfall_bind_blob(handle, index, bytes.baseAddress, Int32(bytes.count))
        }
    }

    @inlinable package func bind(_ index: Int32, _ value: [UInt8]?) {
        if let value { bind(index, value) } else { bindNull(index) }
    }

    @inlinable package func bindNull(_ index: Int32) { sqlite3_bind_null(handle, index) }

    /// Advances to the next row; returns false at the end, where the statement is ready to be bound again.
    package func step() throws -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE:
            reset()
            return false
        case let code:
            let message = sqlite3_errmsg(sqlite3_db_handle(handle)).map { String(cString: $0) }
            reset()
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: statement.sql)
        }
    }

    package var columnCount: Int { statement.columnCount }

    /// Runs a statement that returns no rows.
    @inlinable package func run() throws {
        while try step() {}
    }

    /// Decodes the first row and ignores the others.
    @inlinable package func first<Value>(_ body: (Columns) throws -> Value) throws -> Value? {
        defer { reset() }
        return try step() ? try body(Columns(handle: handle)) : nil
    }

    /// Returns whether there is a row, and ignores the others.
    @inlinable package func hasRow() throws -> Bool {
        defer { reset() }
        return try step()
    }

    @inlinable package func forEachRow(_ body: (Columns) throws -> Void) throws {
        defer { reset() }
        while try step() { try body(Columns(handle: handle)) }
    }

    /// Calls a closure with each row until it returns false.
    @inlinable package func forEachRowWhile(_ body: (Columns) throws -> Bool) throws {
        defer { reset() }
        while try step() {
            guard try body(Columns(handle: handle)) else { return }
        }
    }

    /// Decodes every row.
    @inlinable package func all<Value>(_ body: (Columns) throws -> Value) throws -> [Value] {
        var values: [Value] = []
        try forEachRow { values.append(try body($0)) }
        return values
    }

    /// Decodes at most `size` rows, and returns the cursor of the last of them where another row follows.
    @inlinable package func page<Value, Cursor>(
        size: Int,
        _ body: (Columns) throws -> (value: Value, cursor: Cursor)
    ) throws -> (values: [Value], next: Cursor?) {
        var values: [Value] = []
        var (last, next): (Cursor?, Cursor?) = (nil, nil)
        try forEachRow { row in
            guard values.count < size else {
                next = last
                return
            }
            let decoded = try body(row)
            values.append(decoded.value)
            last = decoded.cursor
        }
        return (values, next)
    }

    @inlinable func reset() { sqlite3_reset(handle) }
}

/// The values of one row, by column index from 0; valid until the next row.
package struct Columns {
    @usableFromInline let handle: OpaquePointer

    @usableFromInline init(handle: OpaquePointer) { self.handle = handle }

    @inlinable package func isNull(_ index: Int32) -> Bool { sqlite3_column_type(handle, index) == SQLITE_NULL }
    @inlinable package func int64(_ index: Int32) -> Int64 { sqlite3_column_int64(handle, index) }
    @inlinable package func int(_ index: Int32) -> Int { Int(sqlite3_column_int64(handle, index)) }
    @inlinable package func optionalInt64(_ index: Int32) -> Int64? { isNull(index) ? nil : int64(index) }
    @inlinable package func double(_ index: Int32) -> Double { sqlite3_column_double(handle, index) }
    @inlinable package func optionalDouble(_ index: Int32) -> Double? { isNull(index) ? nil : double(index) }

    /// Returns a number stored as floating point; `nil` for every other value.
    @inlinable package func real(_ index: Int32) -> Double? {
        sqlite3_column_type(handle, index) == SQLITE_FLOAT ? double(index) : nil
    }

    @inlinable package func text(_ index: Int32) -> String {
        withText(index) { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the bytes of a text, without copying.
    @inlinable package func withText<Value>(_ index: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
        let start = sqlite3_column_text(handle, index)
        return body(UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, index))))
    }

    @inlinable package func optionalText(_ index: Int32) -> String? { isNull(index) ? nil : text(index) }

    /// Returns whether a text has the same bytes as another.
    @inlinable package func isText(_ index: Int32, _ other: String) -> Bool {
        withText(index) { $0.elementsEqual(other.utf8) }
    }

    @inlinable package func bytes(_ index: Int32) -> [UInt8] {
        guard let start = sqlite3_column_blob(handle, index) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, index))))
    }

    @inlinable package func optionalBytes(_ index: Int32) -> [UInt8]? { isNull(index) ? nil : bytes(index) }
}

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
