internal import VisitModel

/// A binary heap of one time for each key, which gives the earliest in O(1).
///
/// It tracks each key's position in the heap, so that a time can be changed without leaving a stale entry behind.
struct DueTimes<Key: Hashable & Sendable>: Sendable {
    private var heap: [(time: Timestamp, key: Key)] = []
    private var places: [Key: Int] = [:]

    var first: Timestamp? { heap.first?.time }
    var count: Int { heap.count }

    mutating func set(_ key: Key, _ time: Timestamp?) {
        switch (places[key], time) {
        case (nil, nil): return
        case (let place?, nil): remove(at: place)
        case (nil, let time?):
            heap.append((time, key))
            places[key] = heap.count - 1
            rise(from: heap.count - 1)
        case (let place?, let time?):
            guard heap[place].time != time else { return }
            heap[place].time = time
            sink(from: rise(from: place))
        }
    }

    mutating func popFirst(notAfter now: Timestamp) -> Key? {
        guard let first = heap.first, first.time <= now else { return nil }
        remove(at: 0)
        return first.key
    }

    private mutating func remove(at place: Int) {
        swap(place, heap.count - 1)
        places[heap.removeLast().key] = nil
        if place < heap.count { sink(from: rise(from: place)) }
    }

    @discardableResult
    private mutating func rise(from start: Int) -> Int {
        var place = start
        while place > 0, heap[place].time < heap[(place - 1) / 2].time {
            swap(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
        return place
    }

    private mutating func sink(from start: Int) {
        var place = start
        while 2 * place + 1 < heap.count {
            let (left, right) = (2 * place + 1, 2 * place + 2)
            let earliest = right < heap.count && heap[right].time < heap[left].time ? right : left
            guard heap[earliest].time < heap[place].time else { return }
            swap(place, earliest)
            place = earliest
        }
    }

    private mutating func swap(_ one: Int, _ other: Int) {
        heap.swapAt(one, other)
        places[heap[one].key] = one
        places[heap[other].key] = other
    }
}
