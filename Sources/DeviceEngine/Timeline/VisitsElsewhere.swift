package import GeofenceEngine
package import VisitModel

/// The visits of a member that a device's timeline does not count itself: those with the member's other phones.
///
/// With them the member's most visited places keep their slots on a new phone. A visit counts from a fixed time on, so
/// that the selection at a time is the same in whatever order the phones' fixes arrived, as long as each phone's fixes
/// arrive within 56 hours: a phone that uploads later changes no selection of the other phones that was made before.
package struct VisitsElsewhere: Hashable, Sendable {
    /// Sorted by the time from which they count.
    private var visits: [Entry]
    /// The last sum, which is used again until another visit counts.
    private var sum: Sum?

    private struct Entry: Hashable, Sendable {
        let countsFrom: Timestamp
        let key: FenceKey
        let count: Int
    }

    private struct Sum: Hashable, Sendable {
        let own: [FenceKey: Int]
        /// The number of entries in it.
        let entries: Int
        let total: [FenceKey: Int]
    }

    /// The time from the dwell of a visit until the visit counts for the member's other phones, in seconds: three days.
    ///
    /// The other phone's fixes up to the dwell, and the fix by which it was found, must have arrived before the
    /// selection that counts it: the horizon of late input (48 h) and the longest silence of a stay (16 h) fit in it.
    package static let delaySeconds = 3 * 86_400.0

    /// Creates a list; `visits` are the times of the dwells, in any order, and `earlier` are numbers that count always.
    package init(_ visits: [(key: FenceKey, dwelledAt: Timestamp)] = [], earlier: [FenceKey: Int] = [:]) {
        let always = earlier.filter { $0.value > 0 }.map {
            Entry(countsFrom: .beginningOfTime, key: $0.key, count: $0.value)
        }
        let later = visits.map {
            Entry(countsFrom: $0.dwelledAt.advanced(bySeconds: Self.delaySeconds), key: $0.key, count: 1)
        }
        self.visits = (always + later).sorted { ($0.countsFrom, $0.key) < ($1.countsFrom, $1.key) }
    }

    /// Returns a device's own counts with those of the visits that count at a time; `nil` stands for the beginning.
    package mutating func added(to own: [FenceKey: Int], at time: Timestamp?) -> [FenceKey: Int] {
        guard !visits.isEmpty else { return own }
        let now = time ?? .beginningOfTime
        let entries = visits.partitioningIndex { $0.countsFrom > now }
        if let sum, sum.entries == entries, sum.own == own { return sum.total }
        var total = own
        for visit in visits[..<entries] { total[visit.key, default: 0] += visit.count }
        sum = Sum(own: own, entries: entries, total: total)
        return total
    }
}
