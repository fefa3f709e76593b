import SeededRandom
import TrackingTestSupport
import TrackingEngine
import VisitModel

/// Random inputs for a phone with geofences, and what the phone and the app see of the outcomes.
struct GeofenceWorld {
    /// One input.
    enum Input {
        case add([TrackedGeofence])
        case remove([String]?)
        case start(MonitoredGeofences.Mode, Fix?)
        case stop
        case rules(GeofencingRules)
        case motion(Bool, Fix?)
        case fix(Fix)
        case significant(Fix)
        case transition(GeofenceCrossing.Action, [String], Fix?)
        case state(Bool?, String)
        case tick
        case reboot
        case update
        case services(Bool)
        case refuse([String], MonitoredGeofences.Refusal)
        case save
    }

    let platform: Platform
    var random: SeededGenerator
    var now = FenceGround.start
    var north = 0.0
    let fences: [TrackedGeofence]

    init(seed: UInt64) throws {
        random = SeededGenerator(seed: seed)
        platform = Bool.random(using: &random) ? .ios : .android
        var fences: [TrackedGeofence] = []
        for index in 0..<40 {
            let name = FenceGround.name(index)
            let north = Double.random(in: -4000...4000, using: &random)
            let dwell = Bool.random(using: &random) ? Double.random(in: 0...400, using: &random) : nil
            if index % 5 == 4 {
                fences.append(try FenceGround.square(name, north: north, dwell: dwell))
            } else {
                let radius = Double.random(in: 50...800, using: &random)
                fences.append(try FenceGround.fence(name, north: north, radius: radius, dwell: dwell))
            }
        }
        self.fences = fences
    }

    /// A phone that monitors 3 to 8 fences.
    mutating func phone() -> MonitoredGeofences {
        var profile = GeofencingProfile(platform: platform)
        profile.regionLimit = Int.random(in: 6...11, using: &random)
        profile.reservedSlots = 3
        profile.usesPathEvidence = Bool.random(using: &random)
        return MonitoredGeofences(platform: platform, rules: rules(), profile: profile)
    }

    mutating func rules() -> GeofencingRules {
        let radius = Bool.random(using: &random) ? Double.random(in: 1500...6000, using: &random) : nil
        let initial = Int.random(in: 0..<4, using: &random) > 0
        let most = Int.random(in: 2...9, using: &random)
        return FenceGround.rules(on: platform) {
            $0.geofenceProximityRadius = radius
            $0.geofenceInitialTriggerEntry = initial
            $0.maxMonitoredGeofences = most
        }
    }

    /// A fix near the phone's position; some are inaccurate, some older than the last.
    mutating func fix() throws -> Fix {
        north += Double.random(in: -600...600, using: &random)
        north = min(max(north, -5000), 5000)
        let age = Int.random(in: 0..<8, using: &random) == 0 ? Double.random(in: 0...300, using: &random) : 0
        let accuracies: [Double] = [5, 20, 80, 400, 3000]
        let accuracy = accuracies.randomElement(using: &random)
        return Fix(
            time: now.advanced(bySeconds: -age),
            coordinate: try FenceGround.place(north),
            horizontalAccuracy: accuracy
        )
    }

    /// The next input for a phone, and its time; most transitions are of fences that it monitors.
    mutating func next(for phone: MonitoredGeofences) throws -> (Input, Timestamp) {
        now = now.advanced(bySeconds: Double.random(in: 0...90, using: &random))
        let fix = try fix()
        let some = Bool.random(using: &random) ? fix : nil
        var active = phone.active
        active.shuffle(using: &random)
        let pick = Int.random(in: 0..<100, using: &random)
        if phone.mode == .off, pick < 50 { return (.start(pick < 25 ? .withLocations : .geofencesOnly, some), now) }
        if !phone.isAvailable, pick < 30 { return (.services(true), now) }
        switch pick {
        case ..<4: return (.add(Array(fences.shuffled(using: &random).prefix(phone.stored.count < 20 ? 12 : 1))), now)
        case ..<6: return (.remove(fences.shuffled(using: &random).prefix(2).map(\.identifier)), now)
        case ..<7: return (.rules(rules()), now)
        case ..<11: return (.motion(Bool.random(using: &random), some), now)
        case ..<12: return (.start(Bool.random(using: &random) ? .withLocations : .geofencesOnly, some), now)
        case ..<13: return (.stop, now)
        case ..<16: return (.significant(fix), now)
        case ..<17: return (.reboot, now)
        case ..<18: return (.update, now)
        case ..<20: return (.services(Int.random(in: 0..<3, using: &random) > 0), now)
        case ..<21: return (.refuse(names(2), [.overLimit, .unavailable, .unfit][Int(now.milliseconds % 3)]), now)
        case ..<26: return (.save, now)
        case ..<34: return (.tick, now)
        case ..<38: return (.state([true, false, nil][Int(now.milliseconds % 3)], names(1)[0]), now)
        case ..<39: return (.transition(.exit, [TrackedRegion.helperID], some), now)
        case ..<70:
            let action = GeofenceCrossing.Action.allCases.randomElement(using: &random) ?? .enter
            // One in six is reported with a time 100 s earlier.
            let late = Int.random(in: 0..<6, using: &random) == 0 ? now.advanced(bySeconds: -100) : now
            let near = Array(active.prefix(2))
            let ids = near.isEmpty ? names(2) : FenceGround.regions(near, on: platform) + names(1)
            return (.transition(action, ids, some), late)
        default: return (.fix(fix), now)
        }
    }

    private mutating func names(_ count: Int) -> [String] {
        FenceGround.regions(fences.shuffled(using: &random).prefix(count).map(\.identifier), on: platform)
    }
}

extension MonitoredGeofences {
    /// Processes any input.
    mutating func receive(_ input: GeofenceWorld.Input, at now: Timestamp) throws -> GeofencingStep {
        switch input {
        case .add(let fences): return add(fences, at: now)
        case .remove(let names): return remove(names, at: now)
        case .start(let mode, let fix): return start(mode, fix: fix, at: now)
        case .stop: return stop()
        case .rules(let rules): return set(rules, at: now)
        case .motion(let isMoving, let fix): return changeMotion(isMoving: isMoving, fix: fix, at: now)
        case .fix(let fix): return process(fix, at: now)
        case .significant(let fix): return processSignificantChange(fix, at: now)
        case .transition(let action, let ids, let fix): return process(action, of: ids, fix: fix, at: now)
        case .state(let isInside, let id): return applyState(isInside, of: id, at: now)
        case .tick: return tick(at: now)
        case .reboot: return reboot()
        case .update: return update()
        case .services(let isAvailable): return setLocationServices(isAvailable: isAvailable)
        case .refuse(let ids, let reason): return refuse(ids, because: reason, at: now)
        case .save: return GeofencingStep()
        }
    }
}
