internal import VisitModel

/// What is to happen, in the order of time; things of one moment in the order in which they were planned.
///
/// A binary heap (Williams, "Heapsort", CACM 7, 1964): a simulated month plans a hundred thousand things.
struct ScheduleQueue<Item: Hashable & Sendable>: Hashable, Sendable {
    private var heap: [Entry] = []
    private var planned = 0

    private struct Entry: Hashable, Comparable {
        let time: Timestamp
        let number: Int
        let item: Item

        static func < (lhs: Entry, rhs: Entry) -> Bool { (lhs.time, lhs.number) < (rhs.time, rhs.number) }
    }

    /// When the next thing happens.
    var nextTime: Timestamp? { heap.first?.time }

    /// Plans something.
    mutating func plan(_ item: Item, at time: Timestamp) {
        heap.append(Entry(time: time, number: planned, item: item))
        planned += 1
        var place = heap.count - 1
        while place > 0, heap[place] < heap[(place - 1) / 2] {
            heap.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    /// Takes the next thing out, if it happens by a time.
    mutating func next(by time: Timestamp) -> (time: Timestamp, item: Item)? {
        guard let first = heap.first, first.time <= time else { return nil }
        let last = heap.removeLast()
        if !heap.isEmpty {
            heap[0] = last
            sink()
        }
        return (first.time, first.item)
    }

    /// Forgets everything that a condition names.
    mutating func cancel(where isCancelled: (Item) -> Bool) {
        let kept = heap.filter { !isCancelled($0.item) }.sorted()
        // A sorted array is a heap.
        heap = kept
    }

    private mutating func sink() {
        var place = 0
        while true {
            var least = place
            for child in [2 * place + 1, 2 * place + 2] where child < heap.count && heap[child] < heap[least] {
                least = child
            }
            guard least != place else { return }
            heap.swapAt(place, least)
            place = least
        }
    }
}
