internal import Foundation
internal import PhoneOS
internal import Synchronization
internal import TrackingEngine
internal import VisitModel

extension RadarClient {
    /// Tells tracking something, and does what it wants done.
    ///
    /// One thing after the other, whichever thread it comes on. What happens while the phone, the transport or a listener is
    /// asked counts at once, and is done after what was to be done before it.
    ///
    /// - Parameter input: gets tracking and the phone's time.
    /// - Throws: what `input` throws; then nothing is done.
    func step<Failure: Error>(
        _ input: (inout RadarTracking, Timestamp) throws(Failure) -> [RadarEffect]
    ) throws(Failure) {
        lane.lock()
        defer { lane.unlock() }
        let now = phone.now()
        try state.withLock { (state) throws(Failure) in
            guard !state.isOver else { return }
            state.take(try input(&state.tracking, now))
        }
        act()
    }

    /// Puts something at the end of what is to be done, and does it if nobody is at it.
    func take(_ action: RadarAction) {
        lane.withLock {
            state.withLock { $0.take(action) }
            act()
        }
    }

    /// Does what is to be done, until nothing is left.
    ///
    /// Regions change at the end, all at once; then the state is kept.
    func act() {
        guard state.withLock({ $0.beginActing() }) else { return }
        repeat {
            while let action = state.withLock({ $0.next() }) { perform(action) }
            changeRegions()
            wakeAtTimes()
            if !setup.keepsOnlyWhenSettled { keep() }
        } while state.withLock({ !$0.isIdle })
        state.withLock { $0.endActing() }
    }

    private func perform(_ action: RadarAction) {
        switch action {
        case .effect(let effect): perform(effect)
        case .answer(let result, after: let upload):
            if let upload { return state.withLock { $0.waiters.wait(for: upload, with: result.location) } }
            for waiter in state.withLock({ $0.waiters.take() }) { waiter(result) }
        case .uploadEnded(let upload, let status):
            guard let (location, waiters) = state.withLock({ $0.waiters.take(upload) }) else { return }
            for waiter in waiters { waiter(RadarTrackResult(status: status, location: location)) }
        case .tell(let news): hub.tell(news)
        }
    }

    /// Writes a line for the app's log.
    func log(_ level: RadarLogLine.Level, _ message: String) { take(.tell(.log(RadarLogLine(level, message)))) }

    /// Keeps the state, where something has changed since it was kept.
    ///
    /// Only a simulation has to ask for it, when a process ends: `RadarSetup.keepsOnlyWhenSettled`.
    package func settle() {
        lane.withLock { keep() }
    }

    /// Ends this process's part: nothing that comes later is heard, for another process goes on.
    package func end() {
        lane.withLock {
            keep()
            state.withLock { $0.isOver = true }
            answerAll()
        }
    }

    /// Answers those who still wait.
    func answerAll() {
        let (waiters, calls) = state.withLock { ($0.waiters.takeAll(), $0.requests.takeTripCalls()) }
        for waiter in waiters { waiter(RadarTrackResult(status: .errorUnknown)) }
        for call in calls { call.then(.errorUnknown) }
    }

    private func keep() {
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
        if let problem { hub.tell(.log(RadarLogLine(.error, problem))) }
    }
}
