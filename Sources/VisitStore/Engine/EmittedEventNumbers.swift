internal import GRDB

/// Numbers the events of one transaction that are told as they happen.
///
/// The counter is read once and written once; the transaction keeps every other writer out in between.
struct EmittedEventNumbers {
    private let first: Int64
    private var last: Int64

    init(_ db: Database) throws {
        self.first = try Counter.eventTold.value(db)
        self.last = first
    }

    /// The next number.
    mutating func next() -> Int64 {
        last += 1
        return last
    }

    /// Keeps what was given from being given again.
    func finish(_ db: Database) throws {
        if last > first { try Counter.eventTold.raise(to: last, db) }
    }
}
