internal import GRDB

extension VisitStore {
    /// How often anything changed that decides where members may visit: facilities, fences, members' lists, the platform
    /// of a phone, the default time zone, or that a member was erased.
    ///
    /// Whoever keeps the facilities in memory asks for this now and then, and reads them anew when the number is another.
    /// It is raised in the transaction of the change, also by other processes.
    ///
    /// - Returns: a number that only grows.
    /// - Throws: `VisitStoreError`.
    public func placesRevision() throws -> Int64 {
        try read { try Counter.places.value($0) }
    }
}
