public import VisitModel
public import VisitStore

/// Which lines of the log are wanted (`SQLQuery`).
public struct LogQuery: Hashable, Sendable {
    /// Lines from this time on; `nil` for the first.
    public var start: Timestamp?
    /// Lines from before this time; `nil` for the last.
    public var end: Timestamp?
    /// Which come first.
    public var order: RecordOrder
    /// At most so many, 0 or more; `nil` for all.
    public var limit: Int?

    /// Makes a query.
    ///
    /// - Parameters:
    ///   - start: lines from this time on.
    ///   - end: lines from before this time.
    ///   - order: which come first.
    ///   - limit: at most so many, 0 or more.
    public init(
        start: Timestamp? = nil,
        end: Timestamp? = nil,
        order: RecordOrder = .oldestFirst,
        limit: Int? = nil
    ) {
        self.start = start
        self.end = end
        self.order = order
        self.limit = limit
    }
}
