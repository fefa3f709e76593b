import PhoneOS
import PhoneSimulator
import VisitModel

/// The fence deliveries of a run, checked against the rules of Android's geofences.
struct AndroidHistory {
    /// Deliveries that break a rule.
    private(set) var violations: [String] = []
    /// The number of deliveries by transition.
    private(set) var counts: [RegionTransition: Int] = [:]
    var wipes = 0
    var refusals = 0
    private var fences: [RegionID: Fence] = [:]

    /// The state of a fence by its deliveries since it was added.
    private struct Fence {
        var last: RegionTransition?
        var hasDwelt = false
        var due: Timestamp?
    }

    /// Records and checks the deliveries, then the monitored fences.
    mutating func record(_ deliveries: [RegionDelivery], watched: [RegionID], at now: Timestamp) {
        for delivery in deliveries {
            check(!delivery.ids.isEmpty && Set(delivery.ids).count == delivery.ids.count, "ids", delivery)
            check(delivery.decidedAt <= now && delivery.dueAt >= now, "before its time", delivery)
            check(delivery.fix.map { $0.time <= delivery.decidedAt } ?? true, "before its reading", delivery)
            for id in delivery.ids {
                record(delivery, of: id)
            }
        }
        if watched.count > 100 || Set(watched).count != watched.count {
            violations.append("\(watched.count) fences")
        }
        // Fences that are no longer monitored start over, except for the order of pending deliveries.
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
