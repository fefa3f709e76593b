internal import VisitModel

/// Scheduled items in chronological order; items of one moment in the order in which they were scheduled.
///
/// A binary heap (Williams, "Heapsort", CACM 7, 1964): a simulated month schedules a hundred thousand items.
struct ScheduleQueue<Item: Hashable & Sendable>: Hashable, Sendable {
    private var heap: [Entry] = []
    private var planned = 0

    private struct Entry: Hashable, Comparable {
        let time: Timestamp
        let number: Int
        let item: Item

        static func < (lhs: Entry, rhs: Entry) -> Bool {
            lhs.time == rhs.time ? lhs.number < rhs.number : lhs.time < rhs.time
        }
    }

    mutating func plan(_ item: Item, at time: Timestamp) {
        heap.append(Entry(time: time, number: planned, item: item))
        planned += 1
        rise(from: heap.count - 1)
    }

    /// Removes and returns the next item, if its time is not later than a given one.
    mutating func next(by time: Timestamp) -> (time: Timestamp, item: Item)? {
        guard let first = heap.first, first.time <= time else { return nil }
        remove(at: 0)
        return (first.time, first.item)
    }

    /// Removes all items that satisfy a condition.
    ///
    /// Usually there is one, or none: rebuilding the heap would cost more than all other work at a moment.
    mutating func cancel(where isCancelled: (Item) -> Bool) {
        while let place = heap.firstIndex(where: { isCancelled($0.item) }) { remove(at: place) }
    }

    /// Removes the item at an index of the heap.
    private mutating func remove(at place: Int) {
        let last = heap.removeLast()
        guard place < heap.count else { return }
        heap[place] = last
        sink(from: place)
        rise(from: place)
    }

    private mutating func rise(from start: Int) {
        var place = start
        while place > 0, heap[place] < heap[(place - 1) / 2] {
            heap.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    private mutating func sink(from start: Int) {
        var place = start
        while true {
            var least = place
            for child in 2 * place + 1...2 * place + 2 where child < heap.count && heap[child] < heap[least] {
                least = child
            }
            guard least != place else { return }
            heap.swapAt(place, least)
            place = least
        }
    }
}
