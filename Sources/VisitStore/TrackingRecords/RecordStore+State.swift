internal import GRDB

/// The name of a part of the phone's state.
public struct TrackingStateName: Hashable, Sendable {
    /// The name as stored.
    public let text: String

    /// Takes a name.
    ///
    /// - Parameter text: lower-case words joined by `_`.
    public init(_ text: String) {
        self.text = text
    }
}

extension RecordStore {
    /// A part of the phone's state.
    ///
    /// - Parameter name: of which part.
    /// - Returns: the bytes that were stored last, which the store does not read; `nil` where there are none.
    /// - Throws: `VisitStoreError`.
    public func state(_ name: TrackingStateName) throws -> [UInt8]? {
        try read { db in
            let find = try PreparedStatement(db, "SELECT bytes FROM tracking_state WHERE name = ?")
            find.bind(1, name.text)
            return try find.first { $0.bytes(0) }
        }
    }

    /// Stores a part of the phone's state that changed without a record; `insert` takes what changes with one.
    ///
    /// - Parameters:
    ///   - name: of which part.
    ///   - bytes: the state from now on; `nil` takes it away.
    /// - Throws: `VisitStoreError`.
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

    /// Writes states; one that is the same already costs nothing.
    static func write(_ states: [TrackingStateName: [UInt8]], _ db: Database) throws {
        guard !states.isEmpty else { return }
        let write = try PreparedStatement(
            db,
            """
            INSERT INTO tracking_state (name, bytes) VALUES (?, ?)
            ON CONFLICT (name) DO UPDATE SET bytes = excluded.bytes WHERE bytes <> excluded.bytes
            """
        )
        // In one order, so that the same calls make the same file.
        for (name, bytes) in states.sorted(by: { $0.key.text < $1.key.text }) {
            write.bind(1, name.text)
            write.bind(2, bytes)
            try write.run()
        }
    }
}
