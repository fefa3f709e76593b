internal import RadarEngine
internal import DeviceEngine
internal import Dispatch
internal import GeofenceEngine
internal import Interchange
internal import SQLiteStorage
internal import Synchronization
internal import VisitModel
internal import VisitStore

extension LiveIngest {
    /// Adds jobs to the queue.
    ///
    /// - Parameters:
    ///   - jobs: the jobs.
    ///   - needsRoom: whether they are refused while too much waits.
    /// - Returns: the reason of a refusal; `nil` where they were added.
    func admit(_ jobs: [LiveJob], needsRoom: Bool = true) -> LiveIngestError? {
        let fixes = jobs.reduce(0) { $0 + $1.fixCount }
        let refusal = desk.withLock { desk -> LiveIngestError? in
            if desk.isStopping { return .stopping }
            guard !needsRoom || desk.queue.hasRoom(forFixes: fixes) else { return .overloaded }
            for job in jobs { desk.queue.add(job) }
            return nil
        }
        if refusal == nil { employ(jobs.count) }
        return refusal
    }

    /// Reserves room for unusable records of a request.
    ///
    /// - Parameters:
    ///   - count: how many.
    ///   - needsRoom: whether they are refused while too much waits.
    /// - Throws: `LiveIngestError`.
    func reserve(_ count: Int, needsRoom: Bool) throws {
        try desk.withLock { desk in
            guard !needsRoom || desk.queue.hasRoom(forFixes: count) else { throw LiveIngestError.overloaded }
            desk.queue.reserve(count)
        }
    }

    /// Releases reserved room.
    func release(_ count: Int) { desk.withLock { $0.queue.release(count) } }

    /// Starts workers for waiting jobs, up to the limit.
    private func employ(_ jobs: Int) {
        let begun = desk.withLock { desk in
            let begun = min(jobs, options.workerCount - desk.workers)
            desk.workers += max(0, begun)
            return begun
        }
        for _ in 0..<max(0, begun) { workers.async { self.work() } }
    }

    /// Runs jobs until none is left.
    private func work() {
        while let job = nextJob() {
            switch job.work {
            case .reports(let reports, let ticket):
                evaluate(job, reports, ticket)
            case .pass(let device):
                runTimers(job, device)
            case .save(let device):
                save(job, device)
            case .alone(let body):
                forgetDevices(of: job.member)
                let answer = body()
                forgetDevices(of: job.member)
                forgetSaved(of: job.member)
                done(job)
                answer()
            }
        }
    }

    private func nextJob() -> LiveJob? {
        desk.withLock { desk in
            if let job = desk.queue.next() { return job }
            desk.workers -= 1
            return nil
        }
    }

    /// Records that a job is done, so that the member's next one may begin.
    ///
    /// It is called before the job's caller is answered: a client that sends its next request as soon as it has the
    /// response must find the room that the last one held.
    func done(_ job: LiveJob) {
        let waiting = desk.withLock { desk -> [CheckedContinuation<Void, Never>] in
            desk.queue.finish(job)
            guard desk.queue.isIdle else { return [] }
            for semaphore in desk.waitingForRest { semaphore.signal() }
            desk.waitingForRest = []
            guard desk.isStopping else { return [] }
            defer { desk.waitingForEnd = [] }
            return desk.waitingForEnd
        }
        for continuation in waiting { continuation.resume() }
        employ(1)
    }

    /// Evaluates the reports of a member's devices, and passes the result on to be written.
    ///
    /// - Parameters:
    ///   - job: the job.
    ///   - reports: the devices' reports.
    ///   - ticket: the waiting request.
    ///   - isSecondTry: whether another process was found to have stored some of the devices in the meantime.
    private func evaluate(
        _ job: LiveJob,
        _ reports: [DeviceReport],
        _ ticket: LiveTicket,
        isSecondTry: Bool = false
    ) {
        let world = world.withLock { $0 }
        do {
            var receipt = LiveReceipt()
            let opened = try open(reports, of: job.member, world)
            let parts = opened.map { device, reports in
                let inputs = reports.flatMap(\.inputs).map { ReceivedInput(input: $0, receivedAt: job.receivedAt) }
                return (device: device.open, inputs: MemberTask.Inputs.received(inputs))
            }
            let writer = world.writer(observedAt: job.receivedAt)
            let task = try world.intake.evaluate(parts, of: job.member, writer)
            receipt.summary.add(task.summary)
            receipt.unusable += task.refused.map(LiveReceipt.UnusableFix.init)
            var results = (commits: task.commits, putDown: task.putDown)
            for (device, reports) in opened where reports.contains(where: \.takesFences) {
                let isRepeat = task.repeatingDevices.contains(device.open.device.id)
                let selection = reports.last?.fenceSelection
                receipt.fences[device.open.device.id] =
                    try answer(device, isRepeat, selection, world, writer, &results)
            }
            for (device, reports) in opened where reports.contains(where: \.takesPresence) {
                let presence = device.open.session.withLock { $0.timeline.presence(world.pipeline.directory) }
                receipt.presence[device.open.device.id] = presence
            }
            hand(over: results, of: job, reports, ticket, receipt, isSecondTry)
        } catch {
            forget(reports.map(\.device))
            done(job)
            ticket.finish(.failure(error))
        }
    }

    /// The results of a job: the changes to store, and the entries for the pending-fix log.
    typealias Results = (commits: [DeviceCommit], putDown: [(device: OpenDevice, entry: IntakeEntry)])

    private func hand(
        over results: Results,
        of job: LiveJob,
        _ reports: [DeviceReport],
        _ ticket: LiveTicket,
        _ receipt: LiveReceipt,
        _ isSecondTry: Bool
    ) {
        guard !results.commits.isEmpty || !results.putDown.isEmpty else {
            // All of it was stored earlier.
            done(job)
            return ticket.finish(.success(receipt))
        }
        finish(
            FinishedJob(commits: results.commits, putDown: results.putDown) { [self] result in
                if case .failure(let error) = result {
                    forget(reports.map(\.device))
                    if !isSecondTry, (error as? StorageError)?.code == .outpaced {
                        return workers.async { self.evaluate(job, reports, ticket, isSecondTry: true) }
                    }
                }
                done(job)
                ticket.finish(result.map { receipt })
            }
        )
    }

    /// Computes the geofences that a response adds and removes, and has the delivery stored with the rest.
    ///
    /// For an app that monitors fewer geofences than are chosen, its selection is recorded as delivered.
    private func answer(
        _ device: LiveDevice,
        _ isRepeat: Bool,
        _ selection: RadarFenceSelection?,
        _ world: LiveEnvironment,
        _ writer: OutcomeWriter,
        _ results: inout Results
    ) throws -> FenceChange {
        let pipeline = world.pipeline
        let (key, chosen, presence) = device.open.session.withLock {
            ($0.key, $0.timeline.registry.registered, $0.timeline.presence(pipeline.directory))
        }
        let stored = try device.ledger.withLock { try $0 ?? storedLedger(of: key) }
        var ledger = stored
        let change = try pipeline.fenceChange(
            delivering: chosen,
            by: selection,
            keeping: presence,
            isRepeat: isRepeat,
            ledger: &ledger
        )
        device.ledger.withLock { $0 = ledger }
        if ledger != stored {
            if !results.commits.contains(where: { $0.device == key }) {
                // The state has to be stored with it, and therefore all pending fixes.
                results.putDown.removeAll { $0.entry.device == key }
                results.commits += try stateCommits(of: device.open, writer)
            }
            let index = results.commits.firstIndex { $0.device == key }
            if let index { results.commits[index].fences = PhoneFences(ledger, at: writer.observed.otherwise) }
        }
        return change
    }

    /// Makes the commits that store a device's state with all its pending fixes.
    ///
    /// - Parameters:
    ///   - device: the device.
    ///   - writer: the environment of the devices.
    ///   - inputs: inputs to apply first.
    /// - Returns: the commits; at least one.
    /// - Throws: `StorageError`, `VisitPipelineError`.
    func stateCommits(
        of device: OpenDevice,
        _ writer: OutcomeWriter,
        after inputs: [DeviceInput] = []
    ) throws -> [DeviceCommit] {
        let parts = [(device: device, inputs: MemberTask.Inputs.validated(inputs))]
        let task = try writer.intake.evaluate(parts, of: device.device.member, writer, savesAll: true)
        return task.commits.isEmpty ? [device.session.withLock { $0.unchangedCommit(writer) }] : task.commits
    }

    private func storedLedger(of device: DeviceKey) throws -> RegistrationTracker {
        try store.phoneFences(device).map(RegistrationTracker.init) ?? RegistrationTracker()
    }
}
