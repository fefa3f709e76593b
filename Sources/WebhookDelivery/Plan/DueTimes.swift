internal import VisitModel

/// A binary heap of one time for each key, which gives the earliest in O(1).
///
/// It tracks each key's position in the heap, so that a time can be changed without leaving a stale entry behind.
struct DueTimes<Key: Hashable & Sendable>: Sendable {
    private var heap: [(time: Timestamp, key: Key)] = []
    private var indices: [Key: Int] = [:]

    var first: Timestamp? { heap.first?.time }
    var count: Int { heap.count }

    mutating func set(_ key: Key, _ time: Timestamp?) {
        switch (indices[key], time) {
        case (nil, nil): return
        case (let index?, nil): remove(at: index)
        case (nil, let time?):
            heap.append((time, key))
            indices[key] = heap.count - 1
            rise(from: heap.count - 1)
        case (let index?, let time?):
            guard heap[index].time != time else { return }
            heap[index].time = time
            sink(from: rise(from: index))
        }
    }

    mutating func popFirst(notAfter now: Timestamp) -> Key? {
        guard let first = heap.first, first.time <= now else { return nil }
        remove(at: 0)
        return first.key
    }

    private mutating func remove(at index: Int) {
        swap(index, heap.count - 1)
        indices[heap.removeLast().key] = nil
        if index < heap.count { sink(from: rise(from: index)) }
    }

    @discardableResult
    private mutating func rise(from start: Int) -> Int {
        var index = start
        while index > 0, heap[index].time < heap[(index - 1) / 2].time {
            swap(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
        return index
    }

    private mutating func sink(from start: Int) {
        var index = start
        while 2 * index + 1 < heap.count {
            let (left, right) = (2 * index + 1, 2 * index + 2)
            let earliest = right < heap.count && heap[right].time < heap[left].time ? right : left
            guard heap[earliest].time < heap[index].time else { return }
            swap(index, earliest)
            index = earliest
        }
    }

    private mutating func swap(_ one: Int, _ other: Int) {
        heap.swapAt(one, other)
        indices[heap[one].key] = one
        indices[heap[other].key] = other
    }
}
