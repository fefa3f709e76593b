internal import SQLiteStorage
internal import VisitModel

/// The database of facilities, members, device states, events and visits.
///
/// A single file, written through SQLite with SpatiaLite. Each subject has a repository, a value over the same file;
/// what concerns several of them at once (`commit`, `backup`, `check`) is a method here. Every writing method is one
/// transaction that keeps the database consistent. When it returns, its changes are on disk, except in temporary
/// databases, which do not wait for the disk; when it throws, none of its changes are kept. Any number of threads may
/// read while one writes, and several processes may use the same file; a writer waits for another up to 10 seconds.
/// Methods throw `StorageError`.
///
/// No other module contains SQL, and no type of the database library is visible outside this one.
package struct VisitStore: Sendable {
    let database: VisitDatabase

    /// Opens a database, or creates it when there is none, and migrates its schema to the newest version.
    ///
    /// Where there is an older version, a copy of it is kept beside the database (`upgrade`).
    /// An import that was interrupted after its confirmation is finished, and any other is dropped.
    /// The folder has to exist. Throws `StorageError` with code `cannotOpen`, `notADatabase`, `newerDatabase`,
    /// `readOnly`, `diskFull`, `busy`, `damaged` or `spatialite`.
    package init(path: String) throws { try self.init(path: path, .powerLoss, cleanUp: nil) }

    /// `cleanUp` deletes a temporary database on release; `nil` for any other.
    init(
        path: String,
        _ durability: Durability,
        keepsOlderVersion: Bool = true,
        cleanUp: (@Sendable () -> Void)?
    ) throws {
        database = try VisitDatabase(
            path: path,
            durability,
            keepsOlderVersion: keepsOlderVersion,
            cleanUp: cleanUp
        )
        try database.finishInterruptedImport(.standard)
    }

    package var path: String { database.path }

    /// What opening the database did to its schema; `nil` where it was new or of the newest version.
    package var upgrade: SchemaUpgrade? { database.upgrade }

    /// What has become of the opened file; changes to one that was replaced or cut are lost with this process.
    package var fileState: DatabaseFileState { database.fileState }

    /// A warning where other users may read or write the file; `nil` where only its owner may.
    ///
    /// Files that the store creates are private. An existing one keeps its permissions, which may be intended.
    package var permissionWarning: String? {
        guard PrivateFile.isShared(path) else { return nil }
        return "the database `\(path)` can be read or written by other users; `chmod 600` on it and on its -wal and "
            + "-shm files prevents that"
    }

    /// Closes the file.
    ///
    /// Only needed where its last bytes must be in the main file at a known time; releasing the store has the same
    /// effect. Every later call throws, and so does this one while a statement is still running.
    package func close() throws { try database.close() }

    /// Finishes an import whose process ended after its confirmation; returns whether there was one.
    ///
    /// It reads one row where there is none. One that is under way is left to its process.
    @discardableResult
    package func finishInterruptedImport() throws -> Bool { try database.finishInterruptedImport(.standard) }

    /// The number of changes to where members may visit.
    ///
    /// Changes to facilities, fences, members' lists, a phone's platform and the default time zone count, and so does
    /// the erasure of a member. A cache of the facilities polls this number and reloads when it differs. It is raised
    /// in the transaction of the change, also by other processes.
    package func placesRevision() throws -> Int64 { try database.read { try Counter.places.value($0) } }
}

extension VisitStore {
    package var facilities: FacilityRepository { FacilityRepository(database: database) }
    package var members: MemberRepository { MemberRepository(database: database) }
    package var devices: DeviceRepository { DeviceRepository(database: database) }
    package var deviceStates: DeviceStateRepository { DeviceStateRepository(database: database) }
    package var fixes: FixRepository { FixRepository(database: database) }
    package var intake: IntakeRepository { IntakeRepository(database: database) }
    package var events: EventRepository { EventRepository(database: database) }
    package var months: MonthRepository { MonthRepository(database: database) }
    package var visits: VisitRepository { VisitRepository(database: database) }
    package var endpoints: EndpointRepository { EndpointRepository(database: database) }
    package var outbox: OutboxRepository { OutboxRepository(database: database) }
    package var quarantine: QuarantineRepository { QuarantineRepository(database: database) }
    package var accessTokens: AccessTokenRepository { AccessTokenRepository(database: database) }
    package var accessRecord: AccessRecordRepository { AccessRecordRepository(database: database) }
    package var privacy: PrivacyRepository { PrivacyRepository(database: database) }
    package var settings: SettingRepository { SettingRepository(database: database) }
    package var trackingOptions: TrackingOptionsRepository { TrackingOptionsRepository(database: database) }
}
