internal import Dispatch
internal import GeofenceEngine
internal import Synchronization
internal import VisitModel
internal import VisitStore

extension LiveIngest {
    /// Notices that facilities or members' lists were changed, here or by another process, and takes them over.
    ///
    /// It reads every facility where something has changed, and one number where nothing has. Devices go on meanwhile by
    /// what held before.
    ///
    /// - Returns: whether something had changed.
    /// - Throws: `VisitStoreError`; what held before goes on to hold.
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
            world = LiveWorld(generation: world.generation + 1, revision: revision, pipeline: pipeline)
        }
        // Devices at hand go over to it when they are heard of.
        roster.withLock { $0.removeAll() }
        return true
    }

    /// Lets time pass for the devices that it may change something for: a stay that fell silent, an arrival that nothing
    /// has contradicted.
    ///
    /// What was put down a while ago is stored with its device's state.
    ///
    /// - Parameter limit: the most devices, 1 or more; the others are found the next time.
    /// - Returns: how many devices were looked at.
    /// - Throws: `VisitStoreError`, `LiveIngestError`.
    @discardableResult
    package func tick(limit: Int = 1_000) throws -> Int {
        askForStates(old: true)
        let due = try store.devicesDue(at: now(), limit: limit)
        let jobs = due.map { LiveJob($0.member, .pass($0), receivedAt: now()) }
        for job in jobs {
            if let refusal = admit([job]) { throw refusal }
        }
        return jobs.count
    }

    /// Holds the caller's thread until nothing waits and nothing is under way.
    ///
    /// For a thread of the caller's own, in a program where one thing happens after the other: a simulation, which lets
    /// time pass and wants to see what came of it. A task must not call it.
    package func holdThreadUntilIdle() {
        let isIdle = DispatchSemaphore(value: 0)
        let waits = desk.withLock { desk in
            guard !desk.queue.isIdle else { return false }
            desk.waitingForRest.append(isIdle)
            return true
        }
        if waits { isIdle.wait() }
    }

    /// Lets time pass for a device, where that changes anything.
    func letTimePass(_ job: LiveJob, _ known: Device) {
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

    /// Tells who listens of events that another process has written.
    ///
    /// - Throws: `VisitStoreError`.
    package func noticeEvents() throws {
        let newest = try store.newestTold()
        let isNews = newestTold.withLock { known in
            defer { known = newest }
            return known != newest
        }
        if isNews { feed.wake() }
    }
}
