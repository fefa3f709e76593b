internal import GRDB
internal import SQLiteStorage

/// The name of a part of the phone's state.
public struct TrackingStateName: Hashable, Sendable {
    /// The name as stored.
    public let text: String

    /// Creates a name.
    ///
    /// - Parameter text: lower-case words joined by `_`.
    public init(_ text: String) {
        self.text = text
    }
}

extension RecordStore {
    /// Returns the stored bytes of a part of the phone's state, which the store does not decode; `nil` where there are
    /// none.
    public func state(_ name: TrackingStateName) throws -> [UInt8]? {
        try read { db in
            let find = try PreparedStatement(db, "SELECT bytes FROM tracking_state WHERE name = ?")
            find.bind(1, name.text)
            return try find.first { $0.bytes(0) }
        }
    }

    /// Stores a part of the phone's state that changed without a record; use `insert` for changes with a record.
    ///
    /// - Parameters:
    ///   - name: the name of the part.
    ///   - bytes: the new state; `nil` deletes it.
    /// - Throws: `StorageError`.
    public func setState(_ name: TrackingStateName, to bytes: [UInt8]?) throws {
        try write { db in
            guard let bytes else {
                let delete = try PreparedStatement(db, "DELETE FROM tracking_state WHERE name = ?")
                delete.bind(1, name.text)
                return try delete.run()
            }
            try Self.write([name: bytes], db)
        }
    }

    /// Writes states; an unchanged one is not rewritten.
    static func write(_ states: [TrackingStateName: [UInt8]], _ db: Database) throws {
        guard !states.isEmpty else { return }
        let write = try PreparedStatement(
            db,
            """
            INSERT INTO tracking_state (name, bytes) VALUES (?, ?)
            ON CONFLICT (name) DO UPDATE SET bytes = excluded.bytes WHERE bytes <> excluded.bytes
            """
        )
        // Sorted, so that the same calls produce the same file.
        for (name, bytes) in states.sorted(by: { $0.key.text < $1.key.text }) {
            write.bind(1, name.text)
            write.bind(2, bytes)
            try write.run()
        }
    }
}
