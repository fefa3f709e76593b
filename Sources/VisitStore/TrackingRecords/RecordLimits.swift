public import VisitModel

/// Which records make way, at each that is stored and at a launch; those in a request never do.
///
/// Transistor types, PersistenceConfig (maxDaysToPersist, maxRecordsToPersist).
public struct RecordLimits: Hashable, Sendable {
    /// Records from before are deleted, uploaded or not; `nil` for none.
    public let keptFrom: Timestamp?
    /// The most records that are stored, the oldest of others make way; `nil` for no limit.
    public let mostRecords: Int?

    /// Nothing makes way.
    public static let none = RecordLimits(keptFrom: nil)

    /// Limits the age alone.
    ///
    /// - Parameter keptFrom: records from before are deleted; `nil` for none.
    public init(keptFrom: Timestamp?) {
        self.keptFrom = keptFrom
        self.mostRecords = nil
    }

    /// Limits age and number.
    ///
    /// - Parameters:
    ///   - keptFrom: records from before are deleted; `nil` for none.
    ///   - mostRecords: the most that are stored, 1 or more; `nil` for no limit.
    /// - Throws: `VisitStoreError` with code `invalidRequest` for less than 1: who wants to store nothing stores nothing.
    public init(keptFrom: Timestamp?, mostRecords: Int?) throws {
        if let mostRecords, mostRecords < 1 {
            throw VisitStoreError(
                .invalidRequest,
                "a store can't be held to \(mostRecords) records; name 1 or more, or do not insert any"
            )
        }
        self.keptFrom = keptFrom
        self.mostRecords = mostRecords
    }
}
