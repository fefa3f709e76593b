internal import Dispatch
internal import SQLiteStorage
internal import Synchronization
internal import VisitModel
internal import VisitStore

extension LiveIngest {
    /// Adds a job's result to those to be written.
    func finish(_ job: FinishedJob) { finish([job]) }

    /// Adds jobs' results to those to be written.
    func finish(_ jobs: [FinishedJob]) {
        let begins = outbox.withLock { outbox in
            outbox.jobs += jobs
            defer { outbox.isWriting = true }
            return !outbox.isWriting
        }
        if begins { writing.async { self.writeAll() } }
    }

    /// Writes group after group until nothing is left.
    private func writeAll() {
        while let group = nextGroup() {
            let results = write(group)
            for (job, result) in zip(group, results) { job.completion(result) }
            if group.contains(where: { $0.commits.contains { !$0.events.isEmpty || !$0.visits.isEmpty } }) {
                feed.wake()
                wakeWebhooks()
            }
            requestStateSave()
        }
    }

    private func nextGroup() -> [FinishedJob]? {
        outbox.withLock { outbox in
            guard !outbox.jobs.isEmpty else {
                outbox.isWriting = false
                return nil
            }
            var (count, weight) = (0, 0)
            while count < outbox.jobs.count, count == 0 || weight + outbox.jobs[count].weight <= options.groupLimit {
                weight += outbox.jobs[count].weight
                count += 1
            }
            defer { outbox.jobs.removeFirst(count) }
            return Array(outbox.jobs.prefix(count))
        }
    }

    /// Writes a group in one transaction.
    ///
    /// Where one job's result can't be written for a reason that does not apply to the others, those are written
    /// without it.
    private func write(_ group: [FinishedJob], again: Bool = false) -> [Result<Void, any Error>] {
        do {
            let putDown = group.flatMap(\.putDown)
            let numbers = try store.commit(
                group.flatMap(\.commits),
                telling: OutboxSettings(.standard, at: now()),
                live: true,
                storedAt: now(),
                quarantining: group.flatMap(\.quarantine),
                intake: putDown.map(\.entry),
                by: writer.withLock { $0 },
                forgettingIntakeBefore: intake.withLock { $0.deletable() }
            )
            note(group, putDown, numbers)
            trouble.withLock { $0 = nil }
            return group.map { _ in .success(()) }
        } catch {
            intake.withLock { log in
                for commit in group.lazy.flatMap(\.commits) { log.failed(commit.device) }
            }
            var error = error
            if (error as? StorageError)?.code == .outpaced {
                do { try acquireIntake() } catch let failure { error = failure }
            }
            if let error = error as? StorageError, error.isOfTheMachine {
                trouble.withLock { $0 = error }
                return group.map { _ in .failure(error) }
            }
            if group.count > 1 { return group.flatMap { write([$0]) } }
            // Pending fixes are correct whichever process appended before; a state would not be.
            let isPutDownAgain = (error as? StorageError)?.code == .outpaced && group[0].commits.isEmpty
            return isPutDownAgain && !again ? write(group, again: true) : [.failure(error)]
        }
    }
}

extension StorageError {
    /// Whether the error is one of the machine, which every other write would have met too.
    package var isOfTheMachine: Bool {
        [.diskFull, .busy, .readOnly, .inputOutput, .cannotOpen].contains(code)
    }
}
