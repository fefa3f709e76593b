internal import DeviceEngine
internal import Dispatch
internal import GeofenceEngine
internal import Synchronization
internal import VisitModel
internal import VisitStore

extension LiveIngest {
    /// Loads facilities and members' lists that were changed by this or another process.
    ///
    /// It reads every facility where anything has changed, and one number where nothing has. Until then devices are
    /// evaluated with the previous ones.
    ///
    /// - Returns: whether anything had changed.
    /// - Throws: `StorageError`; the previous facilities and lists then stay in use.
    @discardableResult
    package func refreshPlaces() throws -> Bool {
        let current = world.withLock { $0 }
        let revision = try store.placesRevision()
        guard revision != current.revision else { return false }
        let old = current.pipeline
        let pipeline = try VisitPipeline(
            store: store,
            policy: old.policy,
            selection: old.selection,
            defaultPlatform: old.defaultPlatform
        )
        world.withLock { world in
            world = LiveEnvironment(generation: world.generation + 1, revision: revision, pipeline: pipeline)
        }
        // Cached devices switch to it when they next send.
        roster.withLock { $0.removeAll() }
        return true
    }

    /// Advances the clock of due devices, by which stays time out and uncontradicted entries are recorded.
    ///
    /// Devices with fixes that have been pending for long are saved.
    ///
    /// - Parameter limit: the most devices, 1 or more; the others are found the next time.
    /// - Returns: the number of devices that were due.
    /// - Throws: `StorageError`, `LiveIngestError`.
    @discardableResult
    package func tick(limit: Int = 1_000) throws -> Int {
        requestStateSave(old: true)
        let due = try store.devicesDue(at: now(), limit: limit)
        let jobs = due.map { LiveJob($0.member, .pass($0), receivedAt: now()) }
        for job in jobs {
            if let refusal = admit([job]) { throw refusal }
        }
        return jobs.count
    }

    /// Blocks the caller's thread until nothing waits and nothing is in progress.
    ///
    /// It is for a dedicated thread in a sequential program: a simulation, which advances the clock and reads the
    /// outcome. A task must not call it.
    package func holdThreadUntilIdle() {
        let isIdle = DispatchSemaphore(value: 0)
        let waits = desk.withLock { desk in
            guard !desk.queue.isIdle else { return false }
            desk.waitingForRest.append(isIdle)
            return true
        }
        if waits { isIdle.wait() }
    }

    /// Advances the clock of a device, where that changes anything.
    func runTimers(_ job: LiveJob, _ known: Device) {
        do {
            let world = world.withLock { $0 }
            let device = try open(known, world)
            let time = job.receivedAt
            let writer = world.writer(observedAt: time)
            let changes = device.open.session.withLock { $0.wouldChange(at: time, world.intake.context) }
            let commits = try stateCommits(of: device.open, writer, after: changes ? [.passed(at: time)] : [])
            finish(
                FinishedJob(commits: commits) { [self] result in
                    if case .failure = result { forget([known.id]) }
                    done(job)
                }
            )
        } catch {
            // It is tried again with the next tick.
            forget([known.id])
            done(job)
        }
    }

    /// Notifies subscribers of events that another process has written.
    ///
    /// - Throws: `StorageError`.
    package func noticeEvents() throws {
        let newest = try store.newestEventNumber()
        let isNews = newestTold.withLock { known in
            defer { known = newest }
            return known != newest
        }
        if isNews { feed.wake() }
    }
}
