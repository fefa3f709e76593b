public import PhoneStore
public import VisitModel

/// A query of log lines (`SQLQuery`).
public struct LogQuery: Hashable, Sendable {
    /// The inclusive start; `nil` for the first line.
    public var start: Timestamp?
    /// The exclusive end; `nil` for the last line.
    public var end: Timestamp?
    /// The sort order.
    public var order: RecordOrder
    /// The maximum number of lines, 0 or more; `nil` for all.
    public var limit: Int?

    /// Creates a query; the defaults select all lines.
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
