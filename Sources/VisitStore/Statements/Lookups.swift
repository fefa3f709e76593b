internal import SQLiteStorage
internal import Synchronization
internal import VisitModel

/// A cache of values that never change: the keys of names, and time zones by name.
///
/// A name keeps its key until its member is erased, and no key is reused, so the cache grows with the number of names
/// in use. Only values written by a committed transaction may be inserted.
final class Lookups: Sendable {
    private struct Storage {
        var facilities: [FacilityID: Int64] = [:]
        var members: [MemberID: Int64] = [:]
        var devices: [DeviceID: Int64] = [:]
        var zones: [String: TimeZoneName] = [:]
    }

    private let storage = Mutex(Storage())

    /// The key is read from the database the first time.
    func key(of facility: FacilityID, otherwise: () throws -> Int64?) throws -> Int64 {
        if let key = storage.withLock({ $0.facilities[facility] }) { return key }
        guard let key = try otherwise() else {
            throw StorageError.unknown(facility)
        }
        storage.withLock { $0.facilities[facility] = key }
        return key
    }

    func key(of member: MemberID, otherwise: () throws -> Int64?) throws -> Int64 {
        if let key = storage.withLock({ $0.members[member] }) { return key }
        guard let key = try otherwise() else {
            throw StorageError(.unknownName, "the member `\(member)` is not in the database; import it first")
        }
        storage.withLock { $0.members[member] = key }
        return key
    }

    func key(of device: DeviceID, otherwise: () throws -> Int64?) throws -> Int64 {
        if let key = storage.withLock({ $0.devices[device] }) { return key }
        guard let key = try otherwise() else {
            throw StorageError(.unknownName, "the device `\(device)` is not in the database; replay or import it")
        }
        storage.withLock { $0.devices[device] = key }
        return key
    }

    /// Removes the names of an erased member, because they may be registered again with other keys.
    func forget(_ member: MemberID, _ devices: [DeviceID]) {
        storage.withLock { storage in
            storage.members[member] = nil
            for device in devices { storage.devices[device] = nil }
        }
    }

    /// Foundation would load the zone's rules each time, which costs more than reading the row.
    func zone(_ name: String) throws -> TimeZoneName {
        if let zone = storage.withLock({ $0.zones[name] }) { return zone }
        do {
            let zone = try TimeZoneName(name)
            storage.withLock { $0.zones[name] = zone }
            return zone
        } catch {
            throw StorageError.damaged("the time zone `\(name)`", cause: error)
        }
    }
}
