internal import RadarEngine
internal import PhoneOS
internal import Synchronization
internal import VisitModel

/// An event that woke the app without the member's current position.
enum RadarWakeEvent: Hashable, Sendable {
    /// The system detected that the member had left a place, at the time of the location.
    case departure(RadarLocation)
    /// The system detected that the member had crossed the edges of regions, or dwelt inside.
    case crossing([String], RadarRegionTransitions)
}

extension RadarClient {
    static let positionTimer = "footfall.radar.position"
    /// The time to wait for a position, in seconds: less than the roughly ten seconds that iOS lets an app run after
    /// waking it.
    private static let positionPatienceSeconds = 8.0

    func awaitPosition(for call: RadarWakeEvent) {
        let accuracy = state.withLock { state in
            state.wakeEvents.append(call)
            return state.tracking.options.usedAccuracy
        }
        phone.requestSingleFix(accuracy.ofPhone)
        phone.setTimer(named: Self.positionTimer, at: phone.now().advanced(bySeconds: Self.positionPatienceSeconds))
    }

    func drainWakeEvents() -> [RadarWakeEvent] {
        let calls = state.withLock { state in
            defer { state.wakeEvents = [] }
            return state.wakeEvents
        }
        if !calls.isEmpty { phone.cancelTimer(named: Self.positionTimer) }
        return calls
    }

    /// Of a departure without a later fix, tracking receives the place that was left with the time of leaving.
    func wake(_ call: RadarWakeEvent, with fix: Fix?) {
        let location = fix.map { RadarLocation($0) }
        switch call {
        case .departure(let departure):
            let later = location.flatMap { $0.fix.time < departure.fix.time ? nil : $0 }
            receive(later ?? departure, from: .visitDeparture)
        case .crossing(let names, let transition):
            step { $0.crossed(names, transition, location: location, at: $1) }
        }
    }
}
