internal import CSQLite
package import GRDB

/// A statement that is run many times, with values bound and read through the SQLite API.
///
/// The library boxes every value twice, which costs more than the insertion where a million rows are written. A
/// statement comes from the connection's cache, so creating one in each transaction is cheap. Two of the same text on
/// the same connection are the same statement and must not be run at the same time.
package final class PreparedStatement {
    /// Keeps the compiled statement alive.
    @usableFromInline let statement: Statement
    /// The statement's SQLite handle.
    @usableFromInline let handle: OpaquePointer

    /// Compiles a statement, or gets it from the cache.
    ///
    /// - Parameters:
    ///   - db: the connection, which has to outlive the statement.
    ///   - sql: one statement.
    /// - Throws: `DatabaseError` when the text is not a statement of this schema.
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

    /// Binds a number to a parameter, counted from 1.
    @inlinable package func bind(_ index: Int32, _ value: Int64) { sqlite3_bind_int64(handle, index, value) }

    /// Binds a number to a parameter, counted from 1.
    @inlinable package func bind(_ index: Int32, _ value: Int) { sqlite3_bind_int64(handle, index, Int64(value)) }

    /// Binds a number or NULL to a parameter, counted from 1.
    @inlinable package func bind(_ index: Int32, _ value: Int64?) {
        if let value { bind(index, value) } else { bindNull(index) }
    }

    /// Binds a number to a parameter, counted from 1.
    @inlinable package func bind(_ index: Int32, _ value: Double) { sqlite3_bind_double(handle, index, value) }

    /// Binds a number or NULL to a parameter, counted from 1.
    @inlinable package func bind(_ index: Int32, _ value: Double?) {
        if let value { bind(index, value) } else { bindNull(index) }
    }

    /// Binds a text to a parameter, counted from 1.
    @inlinable package func bind(_ index: Int32, _ value: String) {
        var value = value
        value.withUTF8 { bytes in
            // An empty buffer has no address, which SQLite would bind as NULL.
            let empty: StaticString = ""
            let start = UnsafeRawPointer(bytes.baseAddress ?? empty.utf8Start).assumingMemoryBound(to: CChar.self)
            _ = footfall_bind_text(handle, index, start, Int32(bytes.count))
        }
    }

    /// Binds a text or NULL to a parameter, counted from 1.
    @inlinable package func bind(_ index: Int32, _ value: String?) {
        if let value { bind(index, value) } else { bindNull(index) }
    }

    /// Binds bytes to a parameter, counted from 1.
    @inlinable package func bind(_ index: Int32, _ value: [UInt8]) {
        value.withUnsafeBytes { bytes in
            _ = footfall_bind_blob(handle, index, bytes.baseAddress, Int32(bytes.count))
        }
    }

    /// Binds bytes or NULL to a parameter, counted from 1.
    @inlinable package func bind(_ index: Int32, _ value: [UInt8]?) {
        if let value { bind(index, value) } else { bindNull(index) }
    }

    /// Binds NULL to a parameter, counted from 1.
    @inlinable package func bindNull(_ index: Int32) { sqlite3_bind_null(handle, index) }

    /// Advances to the next row; returns false at the end, where the statement is ready to be bound again.
    package func step() throws -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW:
            return true
        case SQLITE_DONE:
            reset()
            return false
        case let code:
            let message = sqlite3_errmsg(sqlite3_db_handle(handle)).map { String(cString: $0) }
            reset()
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: statement.sql)
        }
    }

    /// The number of columns of a row.
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

    /// Calls a closure with each row.
    @inlinable package func forEachRow(_ body: (Columns) throws -> Void) throws {
        defer { reset() }
        while try step() {
            try body(Columns(handle: handle))
        }
    }

    /// Resets the statement, so that it can be bound and run again.
    @inlinable func reset() { sqlite3_reset(handle) }
}

/// The values of one row, by column index from 0; valid until the next row.
package struct Columns {
    @usableFromInline let handle: OpaquePointer

    @usableFromInline init(handle: OpaquePointer) {
        self.handle = handle
    }

    /// Returns whether the value is NULL.
    @inlinable package func isNull(_ index: Int32) -> Bool { sqlite3_column_type(handle, index) == SQLITE_NULL }

    /// Returns an integer.
    @inlinable package func int64(_ index: Int32) -> Int64 { sqlite3_column_int64(handle, index) }

    /// Returns an integer.
    @inlinable package func int(_ index: Int32) -> Int { Int(sqlite3_column_int64(handle, index)) }

    /// Returns an integer or NULL.
    @inlinable package func optionalInt64(_ index: Int32) -> Int64? { isNull(index) ? nil : int64(index) }

    /// Returns a number.
    @inlinable package func double(_ index: Int32) -> Double { sqlite3_column_double(handle, index) }

    /// Returns a number or NULL.
    @inlinable package func optionalDouble(_ index: Int32) -> Double? { isNull(index) ? nil : double(index) }

    /// Returns a number stored as floating point; `nil` for every other value.
    @inlinable package func real(_ index: Int32) -> Double? {
        sqlite3_column_type(handle, index) == SQLITE_FLOAT ? double(index) : nil
    }

    /// Returns a text.
    @inlinable package func text(_ index: Int32) -> String {
        withText(index) { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the bytes of a text, without copying.
    @inlinable package func withText<Value>(_ index: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
        let start = sqlite3_column_text(handle, index)
        return body(UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, index))))
    }

    /// Returns a text or NULL.
    @inlinable package func optionalText(_ index: Int32) -> String? { isNull(index) ? nil : text(index) }

    /// Returns whether a text has the same bytes as another.
    @inlinable package func isText(_ index: Int32, _ other: String) -> Bool {
        withText(index) { $0.elementsEqual(other.utf8) }
    }

    /// Returns bytes.
    @inlinable package func bytes(_ index: Int32) -> [UInt8] {
        guard let start = sqlite3_column_blob(handle, index) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, index))))
    }

    /// Returns bytes or NULL.
    @inlinable package func optionalBytes(_ index: Int32) -> [UInt8]? { isNull(index) ? nil : bytes(index) }
}
