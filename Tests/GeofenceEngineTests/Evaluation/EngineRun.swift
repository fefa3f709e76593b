import GeofenceEngine
import Testing
import VisitModel

/// A run of one device's fixes through the evaluator and the visit builder, with all results.
struct EngineRun: Equatable {
    let policy: EvaluationPolicy
    private let device: DeviceID
    private let catalog: FenceCatalog
    private let watched: WatchedFences
    private(set) var evaluator = GeofenceEvaluator()
    private(set) var builder = VisitBuilder()
    /// The evaluator's transitions, in order.
    private(set) var transitions: [FenceTransition] = []
    /// The builder's changes, in order.
    private(set) var changes: [VisitBuilder.Change] = []
    /// The latest version of each stay, in the order in which the stays began.
    private(set) var stays: [Stay] = []

    init(_ fences: [Fence], policy: EvaluationPolicy = .standard) throws {
        self.policy = policy
        device = try DeviceID("phone")
        catalog = FenceCatalog(fences)
        watched = WatchedFences(fences.map(\.key), in: catalog)
    }

    init(_ fences: [Fence], policy: EvaluationPolicy = .standard, _ steps: [Step]) throws {
        try self.init(fences, policy: policy)
        for step in steps { ingest(step.fix) }
    }

    static func == (lhs: EngineRun, rhs: EngineRun) -> Bool {
        lhs.evaluator == rhs.evaluator && lhs.builder == rhs.builder && lhs.transitions == rhs.transitions
            && lhs.changes == rhs.changes && lhs.stays == rhs.stays
    }

    /// Processes a validated fix, with the OS transition reports that came with it.
    mutating func ingest(_ fix: Fix, claims: [TransitionReport] = []) {
        let point = EarthPoint(fix.coordinate)
        builder.recordPosition(fix, at: point, catalog: catalog, policy: policy) { [evaluator] in
            evaluator.isTracking($0)
        }
        var emitted: [FenceTransition] = []
        evaluator.observe(
            fix,
            reports: claims,
            at: point,
            watched: watched,
            catalog: catalog,
            policy: policy
        ) { emitted.append($0) }
        follow(emitted)
        builder.recordRest(fix, policy: policy)
    }

    /// Advances the clock.
    mutating func tick(_ second: Double, presumes: Bool = true) {
        var emitted: [FenceTransition] = []
        evaluator.tick(at: Ground.noon.advanced(bySeconds: second), presumes: presumes, policy: policy) {
            emitted.append($0)
        }
        follow(emitted)
    }

    /// Records a heartbeat of the phone.
    mutating func beat(_ second: Double, hasPosition: Bool = true) {
        tick(second, presumes: false)
        evaluator.recordHeartbeat(at: Ground.noon.advanced(bySeconds: second), hasPosition: hasPosition)
    }

    /// Changes or retires a fence.
    mutating func change(_ key: FenceKey) {
        var emitted: [FenceTransition] = []
        evaluator.endStays(unless: { $0 != key }) { emitted.append($0) }
        follow(emitted)
    }

    private mutating func follow(_ emitted: [FenceTransition]) {
        transitions += emitted
        for transition in emitted {
            var notices: [VisitBuilder.Change] = []
            builder.apply(transition, catalog: catalog, tracks: evaluator.tracks, device: device, policy: policy) {
                notices.append($0)
            }
            changes += notices
            for change in notices {
                remember(change.stay)
                if case .exited(let stay, _) = change { builder.recordVisit(stay, catalog: catalog) }
            }
        }
    }

    private mutating func remember(_ stay: Stay) {
        if let index = stays.firstIndex(where: { $0.id == stay.id }) {
            stays[index] = stay
        } else {
            stays.append(stay)
        }
    }

    /// The emitted events, a line each: `entered gym 0`, `dwelled gym 600`, `exited gym 1200 closed`; the numbers are
    /// seconds since noon.
    var emitted: [String] {
        changes.compactMap { change in
            let name = catalog[change.stay.key]?.facility.text ?? "?"
            switch change {
            case .entered(_, let time): return "entered \(name) \(Self.second(time))"
            case .dwelled(_, let time): return "dwelled \(name) \(Self.second(time))"
            case .exited(let stay, let time): return "exited \(name) \(Self.second(time)) \(stay.status.rawValue)"
            case .grew: return nil
            }
        }
    }

    /// Seconds since noon, rounded: the ground is flat only to a centimetre.
    private static func second(_ time: Timestamp) -> Int {
        Int(Ground.noon.seconds(to: time).rounded())
    }
}

extension VisitBuilder.Change {
    /// The stay that changed.
    var stay: Stay {
        switch self {
        case .entered(let stay, _), .dwelled(let stay, _), .exited(let stay, _), .grew(let stay): stay
        }
    }
}

/// Fixes at one circle of 150 m round the middle, dwell 600 s, and the expected events.
struct TellingCase: CustomTestStringConvertible {
    let testDescription: String
    var radius = 150.0
    let steps: [Step]
    let emitted: [String]

    init(_ sentence: String, radius: Double = 150, _ steps: [Step], _ emitted: [String]) {
        self.testDescription = sentence
        self.radius = radius
        self.steps = steps
        self.emitted = emitted
    }

    func check(_ policy: EvaluationPolicy = .standard) throws {
        let run = try EngineRun([try Ground.circle(radius: radius)], policy: policy, steps)
        #expect(run.emitted == emitted)
    }
}
