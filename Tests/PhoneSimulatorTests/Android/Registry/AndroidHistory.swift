import PhoneOS
import PhoneSimulator
import VisitModel

/// What was told of fences, held against what may be told.
struct AndroidHistory {
    /// What was told against the rules.
    private(set) var violations: [String] = []
    /// How many of each transition there were.
    private(set) var counts: [RegionTransition: Int] = [:]
    var wipes = 0
    var refusals = 0
    private var fences: [RegionID: Fence] = [:]

    /// What was told of a fence since it was added.
    private struct Fence {
        var last: RegionTransition?
        var hasDwelt = false
        var due: Timestamp?
    }

    /// Takes what was told, and then what is watched.
    mutating func record(_ deliveries: [RegionDelivery], watched: [RegionID], at now: Timestamp) {
        for delivery in deliveries {
            check(!delivery.ids.isEmpty && Set(delivery.ids).count == delivery.ids.count, "ids", delivery)
            check(delivery.decidedAt <= now && delivery.dueAt >= now, "before its time", delivery)
            check(delivery.reading.map { $0.time <= delivery.decidedAt } ?? true, "before its reading", delivery)
            for id in delivery.ids {
                record(delivery, of: id)
            }
        }
        if watched.count > 100 || Set(watched).count != watched.count {
            violations.append("\(watched.count) fences")
        }
        // What is not watched any more begins anew, except for the order of what is still to be handed over.
        let ids = Set(watched)
        for id in fences.keys where !ids.contains(id) {
            fences[id] = Fence(due: fences[id]?.due)
        }
    }

    private mutating func record(_ delivery: RegionDelivery, of id: RegionID) {
        var fence = fences[id, default: Fence()]
        if let due = fence.due { check(due < delivery.dueAt, "overtakes", delivery) }
        fence.due = delivery.dueAt
        counts[delivery.transition, default: 0] += 1
        switch delivery.transition {
        case .enter:
            check(fence.last != .enter, "second enter", delivery)
            (fence.last, fence.hasDwelt) = (.enter, false)
        case .dwell:
            check(fence.last == .enter && !fence.hasDwelt, "dwell outside a stay, or a second one", delivery)
            fence.hasDwelt = true
        case .exit:
            check(fence.last != .exit, "second exit", delivery)
            fence.last = .exit
        }
        fences[id] = fence
    }

    private mutating func check(_ isRight: Bool, _ rule: String, _ delivery: RegionDelivery) {
        if !isRight { violations.append("\(rule): \(AndroidBench.text(delivery)) at \(delivery.decidedAt.seconds)") }
    }
}
