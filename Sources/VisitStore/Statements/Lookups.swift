internal import Synchronization
internal import VisitModel

/// What was looked up before and never changes: the keys of names, and time zones by name.
///
/// A name keeps its key until its member is erased, and no key is given out twice, so this grows by the names that were
/// used. Only what a committed transaction has written may be put in.
final class Lookups: Sendable {
    private struct Storage {
        var facilities: [FacilityID: Int64] = [:]
        var members: [MemberID: Int64] = [:]
        var devices: [DeviceID: Int64] = [:]
        var zones: [String: TimeZoneName] = [:]
    }

    private let storage = Mutex(Storage())

    /// The key of a facility, asked of the database the first time.
    func key(of facility: FacilityID, otherwise: () throws -> Int64?) throws -> Int64 {
        if let key = storage.withLock({ $0.facilities[facility] }) { return key }
        guard let key = try otherwise() else {
            throw VisitStoreError.unknown(facility)
        }
        storage.withLock { $0.facilities[facility] = key }
        return key
    }

    /// The key of a member, asked of the database the first time.
    func key(of member: MemberID, otherwise: () throws -> Int64?) throws -> Int64 {
        if let key = storage.withLock({ $0.members[member] }) { return key }
        guard let key = try otherwise() else {
            throw VisitStoreError(.unknownName, "the member `\(member)` is not in the database; import it first")
        }
        storage.withLock { $0.members[member] = key }
        return key
    }

    /// The key of a device, asked of the database the first time.
    func key(of device: DeviceID, otherwise: () throws -> Int64?) throws -> Int64 {
        if let key = storage.withLock({ $0.devices[device] }) { return key }
        guard let key = try otherwise() else {
            throw VisitStoreError(.unknownName, "the device `\(device)` is not in the database; replay or import it")
        }
        storage.withLock { $0.devices[device] = key }
        return key
    }

    /// Forgets the names of a member who was erased: they may come again, with other keys.
    func forget(_ member: MemberID, _ devices: [DeviceID]) {
        storage.withLock { storage in
            storage.members[member] = nil
            for device in devices { storage.devices[device] = nil }
        }
    }

    /// A time zone that the database holds.
    ///
    /// Foundation reads the zone's rules anew each time, which would cost more than the row it is on.
    func zone(_ name: String) throws -> TimeZoneName {
        if let zone = storage.withLock({ $0.zones[name] }) { return zone }
        do {
            let zone = try TimeZoneName(name)
            storage.withLock { $0.zones[name] = zone }
            return zone
        } catch {
            throw VisitStoreError.damaged("the time zone `\(name)`", cause: error)
        }
    }
}
