internal import GRDB

/// Assigns sequence numbers to the events that one transaction emits as they happen.
///
/// The counter is read once and written once. The transaction keeps every other writer out in between.
struct EmittedEventNumbers {
    private let first: Int64
    private var last: Int64

    init(_ db: Database) throws {
        self.first = try Counter.eventTold.value(db)
        self.last = first
    }

    /// Returns the next number.
    mutating func next() -> Int64 {
        last += 1
        return last
    }

    /// Saves the counter, so that no number is assigned twice.
    func finish(_ db: Database) throws {
        if last > first { try Counter.eventTold.raise(to: last, db) }
    }
}
