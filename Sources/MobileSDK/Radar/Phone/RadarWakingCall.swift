internal import PhoneOS
internal import Synchronization
internal import TrackingEngine
internal import VisitModel

/// Something that woke the app without saying where the member is now.
enum RadarWakingCall: Hashable, Sendable {
    /// The system found that the member had left a place, and when.
    case departure(RadarLocation)
    /// The system found that the member had crossed the edges of regions, or stayed within.
    case crossing([String], RadarRegionTransitions)
}

extension RadarClient {
    /// The name of the timer that ends the wait for a position.
    static let positionTimer = "footfall.radar.position"
    /// How long a position is waited for, in seconds: less than the some ten that iOS lets an app run which it woke.
    private static let positionPatienceSeconds = 8.0

    /// Asks where the member is, for what woke the app.
    func awaitPosition(for call: RadarWakingCall) {
        let accuracy = state.withLock { state in
            state.wakingCalls.append(call)
            return state.tracking.options.usedAccuracy
        }
        phone.requestSingleFix(accuracy.ofPhone)
        phone.setTimer(
            named: Self.positionTimer,
            at: phone.now().advanced(bySeconds: Self.positionPatienceSeconds)
        )
    }

    /// Takes what woke the app and waits for a position that has come now.
    func takeWakingCalls() -> [RadarWakingCall] {
        let calls = state.withLock { state in
            defer { state.wakingCalls = [] }
            return state.wakingCalls
        }
        if !calls.isEmpty { phone.cancelTimer(named: Self.positionTimer) }
        return calls
    }

    /// Tells tracking what woke the app, with the position.
    func wake(_ call: RadarWakingCall, with fix: Fix) {
        switch call {
        case .departure(let departure):
            receive(fix.time < departure.fix.time ? departure : RadarLocation(fix), from: .visitDeparture)
        case .crossing(let names, let transition):
            step { $0.crossed(names, transition, location: RadarLocation(fix), at: $1) }
        }
    }

    /// Tells tracking what woke the app without a position: of a departure the place that was left, with the time at which it
    /// was.
    func wakeWithoutPosition() {
        for call in takeWakingCalls() {
            switch call {
            case .departure(let departure): receive(departure, from: .visitDeparture)
            case .crossing(let names, let transition):
                step { $0.crossed(names, transition, location: nil, at: $1) }
            }
        }
    }
}
