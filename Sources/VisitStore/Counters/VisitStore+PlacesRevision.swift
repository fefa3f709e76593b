internal import GRDB

extension VisitStore {
    /// Returns the number of changes to where members may visit.
    ///
    /// Changes to facilities, fences, members' lists, a phone's platform and the default time zone count, and so does
    /// the erasure of a member. A cache of the facilities polls this number and reloads when it differs. It is raised
    /// in the transaction of the change, also by other processes.
    package func placesRevision() throws -> Int64 {
        try read { try Counter.places.value($0) }
    }
}
