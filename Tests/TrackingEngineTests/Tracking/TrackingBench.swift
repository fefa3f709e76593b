import TrackingModel
import TrackingTestSupport
import Foundation
import VisitModel

@testable import TrackingEngine

/// A simulated phone: it answers requests for fixes, fires timers, and records what tracking requested of it.
struct TrackingBench {
    var tracking: BackgroundTracking
    var now = TrackingBench.noon
    /// The phone's position, in metres north of its home.
    var north = 0.0
    /// The accuracies of the fixes that answer requests, in metres and in order; the last one repeats.
    var accuracies = [8.0]
    /// Whether requests for one fix are answered.
    var answersRequests = true
    /// The location updates requested of the phone and not cancelled.
    var updates: DesiredPhoneState.Updates?
    var region: DesiredPhoneState.StationaryRegion?
    var hasService = false
    var staysAwake = false
    var significantChanges = false
    var activityInterval: Duration?
    var timers: [DesiredPhoneState.Timer: TrackingEffect.Wake] = [:]
    var kept: BackgroundTracking.StoredState?
    var geofences: MonitoredGeofences?
    /// The regions of geofences that the phone monitors.
    var regions: [String: TrackedRegion] = [:]
    /// The identifiers of the regions of which the state was requested, in order.
    var stateRequests: [String] = []
    var emitted: [TrackingEvent] = []
    var stored: [(location: TrackedLocation, trigger: TrackingEffect.Trigger, isForced: Bool)] = []
    var notes: [TrackingEffect.DebugCue] = []
    var permissionRequests: [PermissionRationale?] = []

    static let noon = Timestamp(milliseconds: 1_711_972_800_000)
    static let zone = TimeZoneName.utc

    init(_ platform: Platform, _ options: String = "{}", isReady: Bool = true, starts: Bool = true) throws {
        let facts = PhoneFacts(at: Self.noon, timeZone: Self.zone)
        tracking = BackgroundTracking(platform: platform, facts: facts, seed: 7)
        guard isReady else { return }
        try ready(options)
        if starts { perform(try tracking.start(at: now)) }
    }

    mutating func ready(_ options: String = "{}", _ start: ConfigStart = .merged) throws {
        perform(tracking.ready(try ConfigPatch.read(json: options).patch, start, at: now))
    }

    /// Ends the app's process and starts another from the stored state.
    mutating func relaunch(_ launch: TrackingLaunch, didReboot: Bool = false) throws {
        let document = try JSONEncoder().encode(kept)
        let kept = try JSONDecoder().decode(BackgroundTracking.StoredState.self, from: document)
        var facts = PhoneFacts(at: now, timeZone: Self.zone)
        facts.app = launch == .user ? .foreground : .background
        if tracking.platform == .ios {
            facts.monitoredRegions = Array(regions.keys)
        } else if didReboot || launch == .replaced {
            regions = [:]
        }
        let stored = try geofences.map {
            try JSONDecoder().decode(MonitoredGeofences.self, from: JSONEncoder().encode($0))
        }
        tracking = BackgroundTracking(
            kept,
            geofences: stored,
            facts: facts,
            launch: launch,
            didReboot: didReboot,
            at: now
        )
        (updates, timers, emitted, self.stored, hasService) = (nil, [:], [], [], false)
        perform(tracking.launched(at: now))
    }

    mutating func say(_ signal: TrackingSignal) { perform(tracking.process(signal, at: now)) }

    mutating func say(_ activity: Activity, _ confidence: Int = 100) {
        say(.activity(activity, confidence: confidence))
    }

    /// Moves the phone by some metres and delivers a fix of the updates.
    mutating func move(_ meters: Double, accuracy: Double = 8, speed: Double? = nil) {
        north += meters
        say(.fix(fix(accuracy, speed: speed), .updates))
    }

    /// Advances the clock and runs the timers that are due.
    mutating func wait(_ seconds: Double) {
        let end = now.advanced(bySeconds: seconds)
        while let next = timers.filter({ $0.value.time <= end }).min(by: { $0.value.time < $1.value.time }) {
            now = max(now, next.value.time)
            timers[next.key] = nil
            say(.timer(next.key))
        }
        now = end
    }

    mutating func perform(_ effects: [TrackingEffect]) {
        var wantsFix = false
        for effect in effects {
            switch effect {
            case .updates(let updates): self.updates = updates
            case .requestFix: wantsFix = true
            case .significantChanges(let isOn): significantChanges = isOn
            case .activityUpdates(let interval): activityInterval = interval
            case .foregroundService(let notification): hasService = notification != nil
            case .stayAwake(let isOn): staysAwake = isOn
            case .stationaryRegion(let region): self.region = region
            case .timer(let timer, let wake): timers[timer] = wake
            case .requestPermission(let rationale): permissionRequests.append(rationale)
            case .geofenceRegions(let removed, let added, let stateRequests):
                for id in removed { regions[id] = nil }
                for region in added { regions[region.id] = region }
                self.stateRequests += stateRequests
            case .save: kept = tracking.kept
            case .saveGeofences: geofences = tracking.geofences
            case .store(let location, let trigger, let isForced): stored.append((location, trigger, isForced))
            case .emit(let event): emitted.append(event)
            case .debug(let note): notes.append(note)
            }
        }
        guard wantsFix, answersRequests else { return }
        let accuracy = accuracies[0]
        if accuracies.count > 1 { accuracies.removeFirst() }
        now = now.advanced(bySeconds: 1)
        say(.fix(fix(accuracy), .single))
    }

    func fix(_ accuracy: Double?, speed: Double? = nil) -> Fix {
        Fix(
            time: now,
            coordinate: Coordinate(uncheckedLatitude: 40 + north / 111_032, longitude: -75),
            horizontalAccuracy: accuracy,
            speed: speed
        )
    }

    /// The motion changes that were emitted, in order.
    var motionChanges: [Bool] {
        emitted.compactMap { if case .motionChange(let location) = $0 { location.isMoving } else { nil } }
    }

    /// The enabled changes that were emitted, in order: on or off.
    var switches: [Bool] {
        emitted.compactMap { if case .enabledChange(let isEnabled) = $0 { isEnabled } else { nil } }
    }

    /// The codes and options of the warnings that were emitted.
    var warnings: [String] {
        emitted.compactMap { if case .warning(let warning) = $0 { warning.option } else { nil } }
    }
}
