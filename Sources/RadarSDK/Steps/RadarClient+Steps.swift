internal import MobileSDKCore
internal import RadarEngine
internal import Foundation
internal import PhoneOS
internal import Synchronization
internal import VisitModel

extension RadarClient {
    /// Applies an input to tracking and performs its effects.
    ///
    /// Inputs are serialized, whichever thread they come on. An input that arrives during a call of the phone, the
    /// transport or a listener is applied at once, and its effects follow the pending ones.
    ///
    /// - Parameter input: receives tracking and the phone's current time.
    /// - Throws: errors of `input`; no effects are performed then.
    func step<Failure: Error>(
        _ input: (inout RadarTracking, Timestamp) throws(Failure) -> [RadarEffect]
    ) throws(Failure) {
        lane.lock()
        defer { lane.unlock() }
        let now = phone.now()
        try state.withLock { (state) throws(Failure) in
            guard !state.isOver else { return }
            state.enqueue(try input(&state.tracking, now))
        }
        act()
    }

    /// Appends an action and performs it, unless actions are already being performed.
    func submit(_ action: RadarAction) {
        lane.withLock {
            state.withLock { $0.enqueue(action) }
            act()
        }
    }

    /// Performs pending actions until none are left.
    ///
    /// Regions change at the end, all at once; then the state is stored.
    func act() {
        guard state.withLock({ $0.beginActing() }) else { return }
        repeat {
            while let action = state.withLock({ $0.next() }) { perform(action) }
            changeRegions()
            wakeAtTimes()
            if !setup.keepsOnlyWhenSettled { storeState() }
        } while state.withLock({ !$0.isIdle })
        state.withLock { $0.endActing() }
    }

    private func perform(_ action: RadarAction) {
        switch action {
        case .effect(let effect): perform(effect)
        case .answer(let result, after: let upload):
            if let upload { return state.withLock { $0.waiters.wait(for: upload, with: result.location) } }
            for waiter in state.withLock({ $0.waiters.removeAll() }) { waiter(result) }
        case .uploadEnded(let upload, let status):
            guard let (location, waiters) = state.withLock({ $0.waiters.remove(upload) }) else { return }
            for waiter in waiters { waiter(RadarTrackResult(status: status, location: location)) }
        case .emit(let message): hub.emit(message)
        }
    }

    /// Publishes a line for the app's log.
    func log(_ level: RadarLogLine.Level, _ message: String) { submit(.emit(.log(RadarLogLine(level, message)))) }

    /// Stores the state, if it has changed since it was last stored.
    ///
    /// Only a simulation has to call it, when a process ends: `RadarSetup.keepsOnlyWhenSettled`.
    package func flush() {
        lane.withLock { storeState() }
    }

    /// Ends the SDK in this process: all later signals are ignored, since another process continues.
    package func end() {
        lane.withLock {
            storeState()
            state.withLock { $0.isOver = true }
            answerAll()
        }
    }

    /// Completes all pending calls.
    func answerAll() {
        let (waiters, calls) = state.withLock { ($0.waiters.drain(), $0.requests.drainTripCalls()) }
        for waiter in waiters { waiter(RadarTrackResult(status: .errorUnknown)) }
        for call in calls { call.then(.errorUnknown) }
    }

    private func storeState() {
        let problem: String? = state.withLock { state in
            guard state.isDirty, !state.isOver else { return nil }
            state.isDirty = false
            do {
                try StoredRadar.write(&state, to: phone)
                return nil
            } catch {
                return "the state can't be written: \(error)"
            }
        }
        if let problem { hub.emit(.log(RadarLogLine(.error, problem))) }
    }
}
