public import VisitModel

/// The limits enforced at each insertion and at launch; records locked by a request are never deleted by them.
///
/// Source: Transistor types, PersistenceConfig (maxDaysToPersist, maxRecordsToPersist).
public struct RecordLimits: Hashable, Sendable {
    /// Earlier records are deleted, uploaded or not; `nil` for no limit.
    public let keptFrom: Timestamp?
    /// The maximum number of stored records, beyond which the oldest are deleted; `nil` for no limit.
    public let mostRecords: Int?

    /// No limits.
    public static let none = RecordLimits(keptFrom: nil)

    /// Creates a limit of age only.
    ///
    /// - Parameter keptFrom: earlier records are deleted; `nil` for no limit.
    public init(keptFrom: Timestamp?) {
        self.keptFrom = keptFrom
        self.mostRecords = nil
    }

    /// Creates limits of age and number.
    ///
    /// - Parameters:
    ///   - keptFrom: earlier records are deleted; `nil` for no limit.
    ///   - mostRecords: the maximum number of records, at least 1; `nil` for no limit.
    /// - Throws: `VisitStoreError` with code `invalidRequest` for less than 1. To store nothing, insert nothing.
    public init(keptFrom: Timestamp?, mostRecords: Int?) throws {
        if let mostRecords, mostRecords < 1 {
            throw VisitStoreError(
                .invalidRequest,
                "a store can't be limited to \(mostRecords) records; use 1 or more, or do not insert any"
            )
        }
        self.keptFrom = keptFrom
        self.mostRecords = mostRecords
    }
}
