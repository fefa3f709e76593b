import GeofenceEngine
import VisitModel

/// A device that strolls, drives, stands still and is carried across the world, while its member's knowledge changes.
struct RandomWalk {
    private(set) var place: Coordinate
    private(set) var catalog: FenceCatalog
    private(set) var facilities: [FenceKey]?
    private(set) var pinned: [FenceKey] = []
    private(set) var visits: [FenceKey: Int] = [:]
    let rules: SelectionRules
    private var world: RandomWorld
    private var pace = 0.0001

    init(seed: UInt64) throws {
        let count = [0, 15, 90, 250, 700][Int(seed % 5)]
        world = try RandomWorld(seed: seed, count: count, polygonShare: seed % 4 == 0 ? 0.2 : 0)
        catalog = FenceCatalog(world.fences)
        place = try world.point()
        let limit = world.pick([0, 1, 3, 20, 20, 20, 100])
        rules = SelectionRules(limit: limit, preferVisited: world.pick([0, 0, 1, 5, 30]))
        if world.number(in: 0...2) == 0 {
            let length = world.pick([0, 5, 30, 800])
            let share = world.fences.shuffled(using: &world.generator).prefix(length)
            facilities = share.map(\.key).sorted()
        }
    }

    /// One step, and now and then a change of something else.
    mutating func advance(_ current: Selection?) throws {
        switch world.number(in: 0...99) {
        case 0: place = try world.point()
        case 1...3: pace = world.pick([0, 0.000_001, 0.000_1, 0.001, 0.05])
        case 4...6: pinned = current.map { Array($0.keys(in: catalog).prefix(world.number(in: 0...4))) } ?? []
        case 7: pinned = catalog.fences.shuffled(using: &world.generator).prefix(25).map(\.key)
        case 8...10:
            if let fence = catalog.fences.randomElement(using: &world.generator) { visits[fence.key, default: 0] += 1 }
        case 11: facilities = facilities.map { Array($0.dropFirst()) }
        case 12:
            let kept = world.fences.filter { _ in world.number(in: 0...9) > 0 }
            catalog = FenceCatalog(kept)
        default: break
        }
        place = try world.moved(place, degrees: pace)
    }

    /// The selection as its definition says it, over all fences and without anything remembered.
    func selectionByScan() -> Selection {
        let allowed = facilities.map(Set.init)
        let point = EarthPoint(place)
        let eligible = catalog.fences
            .filter { allowed?.contains($0.key) ?? true }
            .map { ($0, $0.signedDistance(to: place, point)) }
            .sorted { first, second in
                if first.1 != second.1 { return first.1 < second.1 }
                let counts = (visits[first.0.key] ?? 0, visits[second.0.key] ?? 0)
                return counts.0 != counts.1 ? counts.0 > counts.1 : first.0.facility < second.0.facility
            }
            .map(\.0)
        let slots = rules.limit ?? eligible.count
        var chosen = Array(eligible.filter { pinned.contains($0.key) }.prefix(slots))
        let preferred =
            eligible
            .filter { (visits[$0.key] ?? 0) > 0 }
            .sorted { first, second in
                let counts = (visits[first.key] ?? 0, visits[second.key] ?? 0)
                return counts.0 != counts.1 ? counts.0 > counts.1 : first.facility < second.facility
            }
            .prefix(rules.preferVisited)
        for fence in preferred + eligible where chosen.count < slots && !chosen.contains(where: { $0.key == fence.key })
        {
            chosen.append(fence)
        }
        return .fences(chosen.map(\.key).sorted())
    }
}
