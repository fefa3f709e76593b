internal import SQLiteStorage
internal import Synchronization
internal import VisitModel

/// A cache of values that never change: the keys of names, and time zones by name.
///
/// A name keeps its key until its member is erased, and no key is reused, so the cache grows with the number of names
/// in use. Only values written by a committed transaction may be inserted.
final class Lookups: Sendable {
    let facilities = NameKeys<FacilityID> { StorageError.unknown($0) }
    let members = NameKeys<MemberID> {
        StorageError(.unknownName, "the member `\($0)` is not in the database; import it first")
    }
    let devices = NameKeys<DeviceID> {
        StorageError(.unknownName, "the device `\($0)` is not in the database; replay or import it")
    }
    private let zones = Mutex<[String: TimeZoneName]>([:])

    /// Removes the names of an erased member, because they may be registered again with other keys.
    func forget(_ member: MemberID, _ devices: [DeviceID]) {
        members.forget(member)
        for device in devices { self.devices.forget(device) }
    }

    /// Foundation would load the zone's rules each time, which costs more than reading the row.
    func zone(_ name: String) throws -> TimeZoneName {
        if let zone = zones.withLock({ $0[name] }) { return zone }
        do {
            let zone = try TimeZoneName(name)
            zones.withLock { $0[name] = zone }
            return zone
        } catch {
            throw StorageError.damaged("the time zone `\(name)`", cause: error)
        }
    }
}

struct NameKeys<Name: Hashable & Sendable>: ~Copyable, Sendable {
    private let unknown: @Sendable (Name) -> StorageError
    private let keys = Mutex<[Name: Int64]>([:])

    init(unknown: @escaping @Sendable (Name) -> StorageError) { self.unknown = unknown }

    /// The key is read from the database the first time.
    func key(of name: Name, otherwise: () throws -> Int64?) throws -> Int64 {
        if let key = keys.withLock({ $0[name] }) { return key }
        guard let key = try otherwise() else { throw unknown(name) }
        keys.withLock { $0[name] = key }
        return key
    }

    func forget(_ name: Name) { keys.withLock { $0[name] = nil } }
}
