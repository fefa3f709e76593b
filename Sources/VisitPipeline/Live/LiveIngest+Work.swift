internal import Dispatch
internal import GeofenceEngine
internal import Interchange
internal import Synchronization
internal import VisitModel
internal import VisitStore

extension LiveIngest {
    /// Puts jobs into the queue.
    ///
    /// - Parameters:
    ///   - jobs: what is to be done.
    ///   - needsRoom: whether they are turned away where too much waits.
    /// - Returns: why they are turned away; `nil` where they are not.
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

    /// Reserves room for records of a request that can't be used.
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

    /// Lets workers begin, as many as there is work for and room.
    private func employ(_ jobs: Int) {
        let begun = desk.withLock { desk in
            let begun = min(jobs, options.workerCount - desk.workers)
            desk.workers += max(0, begun)
            return begun
        }
        for _ in 0..<max(0, begun) { workers.async { self.work() } }
    }

    /// Does job after job until none is left.
    private func work() {
        while let job = nextJob() {
            switch job.work {
            case .reports(let reports, let ticket):
                workOut(job, reports, ticket)
            case .pass(let device):
                letTimePass(job, device)
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

    /// Takes note that a job is over, and that the member's next one may begin.
    ///
    /// Called before the job's caller is answered: a client that sends its next request as soon as it has the response
    /// must find the room that the last one held.
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

    /// Works out what a member's devices sent, and hands it over to be written.
    ///
    /// - Parameters:
    ///   - job: the job.
    ///   - reports: what they sent.
    ///   - ticket: what the request waits with.
    ///   - isSecondTry: whether another process was found to have stored something of them meanwhile.
    private func workOut(
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

    /// What came of a job: what is stored, and what is put down as it came.
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
            // All of it is on disk from an earlier time.
            done(job)
            return ticket.finish(.success(receipt))
        }
        finish(
            FinishedJob(commits: results.commits, putDown: results.putDown) { [self] result in
                if case .failure(let error) = result {
                    forget(reports.map(\.device))
                    if !isSecondTry, (error as? VisitStoreError)?.code == .outpaced {
                        return workers.async { self.workOut(job, reports, ticket, isSecondTry: true) }
                    }
                }
                done(job)
                ticket.finish(result.map { receipt })
            }
        )
    }

    /// Makes out which fences a phone is told to add and remove, and has it written with the rest.
    ///
    /// Of the geofences that are chosen for it, an app that monitors fewer gets its selection, and that is what is recorded as
    /// delivered.
    private func answer(
        _ device: LiveDevice,
        _ isRepeat: Bool,
        _ selection: RadarFenceSelection?,
        _ world: LiveWorld,
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
                // Its state has to be stored with it, and so with all that was put down.
                results.putDown.removeAll { $0.entry.device == key }
                results.commits += try stateCommits(of: device.open, writer)
            }
            let index = results.commits.firstIndex { $0.device == key }
            if let index { results.commits[index].fences = PhoneFences(ledger, at: writer.observed.otherwise) }
        }
        return change
    }

    /// What stores a device's state as it is, with all that was put down of it.
    ///
    /// - Parameters:
    ///   - device: which device.
    ///   - writer: the world outside the devices.
    ///   - inputs: what it is to take before.
    /// - Returns: the commits; one at least.
    /// - Throws: `VisitStoreError`, `VisitPipelineError`.
    func stateCommits(
        of device: OpenDevice,
        _ writer: OutcomeWriter,
        after inputs: [DeviceInput] = []
    ) throws -> [DeviceCommit] {
        let parts = [(device: device, inputs: MemberTask.Inputs.validated(inputs))]
        let task = try writer.intake.evaluate(parts, of: device.device.member, writer, savesAll: true)
        return task.commits.isEmpty ? [device.session.withLock { $0.unchangedCommit(writer) }] : task.commits
    }

    private func storedLedger(of device: DeviceKey) throws -> FenceLedger {
        try store.phoneFences(device).map(FenceLedger.init) ?? FenceLedger()
    }
}
